function varargout = gamma (varargin)
[varargout{1:nargout}] = of_constants ('gamma', varargin);
end
