function varargout = printf (varargin) %#ok<STOUT>
refuse ('printf', 'of a value that depends on the unknowns', varargin);
end
