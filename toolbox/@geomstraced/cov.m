function varargout = cov (varargin)
[varargout{1:nargout}] = of_constants ('cov', varargin);
end
