function varargout = null (varargin)
[varargout{1:nargout}] = of_constants ('null', varargin);
end
