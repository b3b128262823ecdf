function varargout = time (varargin)
%TIME  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''time'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('time', varargin{:});

end
