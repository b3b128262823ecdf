function [y, err] = call_guard (fcn, varargin)
%CALL_GUARD  Calls a function and returns its error instead of raising it.
%   [y, err] = call_guard (fcn, ...) gives y = fcn (...), and err = [] or a struct with identifier,
%   message and stack. The gateway calls the user's functions through this one.

err = [];
try
    y = fcn (varargin{:});
catch e
    y = [];
    err = struct ('identifier', e.identifier, 'message', e.message, 'stack', e.stack);
    if ~isempty (e.stack) && strcmp (e.stack(1).name, mfilename ())
        err.identifier = 'geoms:callback:type';
        err.message = 'A function of the system or of the options returned no value.';
    end
end

end
