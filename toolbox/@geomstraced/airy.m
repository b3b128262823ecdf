function varargout = airy (varargin)
[varargout{1:nargout}] = of_constants ('airy', varargin);
end
