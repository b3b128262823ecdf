function varargout = asinh (varargin) %#ok<STOUT>
refuse ('asinh', 'of a value that depends on the unknowns', varargin);
end
