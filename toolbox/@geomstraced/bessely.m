function varargout = bessely (varargin)
[varargout{1:nargout}] = of_constants ('bessely', varargin);
end
