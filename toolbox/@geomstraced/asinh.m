function varargout = asinh (varargin)
[varargout{1:nargout}] = of_constants ('asinh', varargin);
end
