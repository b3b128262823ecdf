function varargout = fprintf (varargin) %#ok<STOUT>
refuse ('fprintf', 'of a value that depends on the unknowns', varargin);
end
