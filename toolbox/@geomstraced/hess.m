function varargout = hess (varargin)
[varargout{1:nargout}] = of_constants ('hess', varargin);
end
