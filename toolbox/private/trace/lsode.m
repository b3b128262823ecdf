function varargout = lsode (f, varargin)
%LSODE  During a trace: of functions of known numbers alone.

fcn = f;
if ischar (f) || isa (f, 'function_handle')
    fcn = @(x, t) only_numbers (feval (f, x, t), 'lsode');
end
[varargout{1:nargout}] = builtin ('lsode', fcn, varargin{:});

end
