function varargout = setdiff (varargin)
[varargout{1:nargout}] = of_constants ('setdiff', varargin);
end
