function varargout = null (varargin) %#ok<STOUT>
refuse ('null', 'of a value that depends on the unknowns', varargin);
end
