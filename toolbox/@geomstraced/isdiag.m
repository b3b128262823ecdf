function varargout = isdiag (varargin)
[varargout{1:nargout}] = of_constants ('isdiag', varargin);
end
