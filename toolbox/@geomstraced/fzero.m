function varargout = fzero (varargin) %#ok<STOUT>
refuse ('fzero', 'of a value that depends on the unknowns', varargin);
end
