function varargout = rande (varargin)
%RANDE  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''rande'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('rande', varargin{:});

end
