function varargout = gcd (varargin)
[varargout{1:nargout}] = of_constants ('gcd', varargin);
end
