function varargout = gammainc (varargin)
[varargout{1:nargout}] = of_constants ('gammainc', varargin);
end
