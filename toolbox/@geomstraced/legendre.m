function varargout = legendre (varargin)
[varargout{1:nargout}] = of_constants ('legendre', varargin);
end
