function varargout = besselj (varargin)
[varargout{1:nargout}] = of_constants ('besselj', varargin);
end
