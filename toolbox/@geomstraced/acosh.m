function varargout = acosh (varargin)
[varargout{1:nargout}] = of_constants ('acosh', varargin);
end
