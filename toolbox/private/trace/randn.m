function varargout = randn (varargin)
%RANDN  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''randn'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('randn', varargin{:});

end
