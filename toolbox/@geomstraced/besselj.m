function varargout = besselj (varargin) %#ok<STOUT>
refuse ('besselj', 'of a value that depends on the unknowns', varargin);
end
