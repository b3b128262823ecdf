function varargout = quadgk (varargin)
[varargout{1:nargout}] = of_constants ('quadgk', varargin);
end
