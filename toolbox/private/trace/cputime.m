function varargout = cputime (varargin)
%CPUTIME  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''cputime'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('cputime', varargin{:});

end
