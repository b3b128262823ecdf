function varargout = gammaln (varargin)
[varargout{1:nargout}] = of_constants ('gammaln', varargin);
end
