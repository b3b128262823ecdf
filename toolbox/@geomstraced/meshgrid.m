function varargout = meshgrid (varargin)
[varargout{1:nargout}] = of_constants ('meshgrid', varargin);
end
