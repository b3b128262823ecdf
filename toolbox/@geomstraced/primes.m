function varargout = primes (varargin) %#ok<STOUT>
refuse ('primes', 'of a value that depends on the unknowns', varargin);
end
