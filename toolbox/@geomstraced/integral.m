function varargout = integral (varargin)
[varargout{1:nargout}] = of_constants ('integral', varargin);
end
