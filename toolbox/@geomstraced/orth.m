function varargout = orth (varargin) %#ok<STOUT>
refuse ('orth', 'of a value that depends on the unknowns', varargin);
end
