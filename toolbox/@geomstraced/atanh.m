function varargout = atanh (varargin) %#ok<STOUT>
refuse ('atanh', 'of a value that depends on the unknowns', varargin);
end
