function varargout = gcd (varargin) %#ok<STOUT>
refuse ('gcd', 'of a value that depends on the unknowns', varargin);
end
