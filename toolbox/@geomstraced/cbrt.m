function varargout = cbrt (varargin)
[varargout{1:nargout}] = of_constants ('cbrt', varargin);
end
