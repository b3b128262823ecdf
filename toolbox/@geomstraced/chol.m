function varargout = chol (varargin)
[varargout{1:nargout}] = of_constants ('chol', varargin);
end
