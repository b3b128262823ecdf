function varargout = randg (varargin)
%RANDG  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''randg'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('randg', varargin{:});

end
