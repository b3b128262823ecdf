function varargout = rand (varargin)
%RAND  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''rand'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('rand', varargin{:});

end
