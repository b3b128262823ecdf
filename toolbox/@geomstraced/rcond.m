function varargout = rcond (varargin)
[varargout{1:nargout}] = of_constants ('rcond', varargin);
end
