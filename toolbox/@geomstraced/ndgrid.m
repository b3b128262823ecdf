function varargout = ndgrid (varargin)
[varargout{1:nargout}] = of_constants ('ndgrid', varargin);
end
