function varargout = histc (varargin)
[varargout{1:nargout}] = of_constants ('histc', varargin);
end
