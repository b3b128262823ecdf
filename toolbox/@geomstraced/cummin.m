function varargout = cummin (varargin)
[varargout{1:nargout}] = of_constants ('cummin', varargin);
end
