function varargout = tic (varargin)
%TIC  During a trace: refused, for it has another value at each call.

if geomstraced ('active')
    geomstraced ('refuse', '''tic'' has another value at each call');
end
[varargout{1:nargout}] = builtin ('tic', varargin{:});

end
