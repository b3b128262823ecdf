function varargout = sprintf (varargin)
[varargout{1:nargout}] = of_constants ('sprintf', varargin);
end
