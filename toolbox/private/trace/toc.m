function varargout = toc (varargin)
%TOC  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''toc'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('toc', varargin{:});

end
