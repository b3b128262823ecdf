function varargout = primes (varargin)
[varargout{1:nargout}] = of_constants ('primes', varargin);
end
