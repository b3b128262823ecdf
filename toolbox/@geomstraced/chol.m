function varargout = chol (varargin) %#ok<STOUT>
refuse ('chol', 'of a value that depends on the unknowns', varargin);
end
