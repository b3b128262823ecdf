function varargout = factorial (varargin)
[varargout{1:nargout}] = of_constants ('factorial', varargin);
end
