function varargout = besseli (varargin)
[varargout{1:nargout}] = of_constants ('besseli', varargin);
end
