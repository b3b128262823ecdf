function varargout = logm (varargin)
[varargout{1:nargout}] = of_constants ('logm', varargin);
end
