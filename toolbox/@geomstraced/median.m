function varargout = median (varargin)
[varargout{1:nargout}] = of_constants ('median', varargin);
end
