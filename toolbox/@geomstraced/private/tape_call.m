function varargout = tape_call (command, varargin)
%TAPE_CALL  Calls the MEX file, a handle of which the trace has left here: tape_call (handle).

persistent call
if nargin == 1 && isa (command, 'function_handle')
    call = command;
    return
end
[varargout{1:nargout}] = call (command, varargin{:});

end
