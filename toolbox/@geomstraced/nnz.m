function varargout = nnz (varargin) %#ok<STOUT>
refuse ('nnz', 'of a value that depends on the unknowns', varargin);
end
