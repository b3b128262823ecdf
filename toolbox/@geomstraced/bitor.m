function varargout = bitor (varargin) %#ok<STOUT>
refuse ('bitor', 'of a value that depends on the unknowns', varargin);
end
