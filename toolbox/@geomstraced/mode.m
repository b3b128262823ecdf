function varargout = mode (varargin)
[varargout{1:nargout}] = of_constants ('mode', varargin);
end
