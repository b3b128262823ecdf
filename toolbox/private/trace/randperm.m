function varargout = randperm (varargin)
%RANDPERM  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''randperm'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('randperm', varargin{:});

end
