function varargout = ellipke (varargin)
[varargout{1:nargout}] = of_constants ('ellipke', varargin);
end
