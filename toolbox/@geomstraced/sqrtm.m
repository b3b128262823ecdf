function varargout = sqrtm (varargin)
[varargout{1:nargout}] = of_constants ('sqrtm', varargin);
end
