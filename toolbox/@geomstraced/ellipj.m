function varargout = ellipj (varargin)
[varargout{1:nargout}] = of_constants ('ellipj', varargin);
end
