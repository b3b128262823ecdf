function varargout = quadl (varargin)
[varargout{1:nargout}] = of_constants ('quadl', varargin);
end
