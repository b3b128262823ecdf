function varargout = svd (varargin)
[varargout{1:nargout}] = of_constants ('svd', varargin);
end
