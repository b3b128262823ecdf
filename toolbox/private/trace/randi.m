function varargout = randi (varargin)
%RANDI  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''randi'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('randi', varargin{:});

end
