function varargout = svd (varargin) %#ok<STOUT>
refuse ('svd', 'of a value that depends on the unknowns', varargin);
end
