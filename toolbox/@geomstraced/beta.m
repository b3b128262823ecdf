function varargout = beta (varargin)
[varargout{1:nargout}] = of_constants ('beta', varargin);
end
