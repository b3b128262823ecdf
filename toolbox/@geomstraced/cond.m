function varargout = cond (varargin)
[varargout{1:nargout}] = of_constants ('cond', varargin);
end
