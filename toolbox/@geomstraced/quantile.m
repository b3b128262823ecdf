function varargout = quantile (varargin)
[varargout{1:nargout}] = of_constants ('quantile', varargin);
end
