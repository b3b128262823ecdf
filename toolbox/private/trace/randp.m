function varargout = randp (varargin)
%RANDP  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''randp'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('randp', varargin{:});

end
