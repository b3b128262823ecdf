function varargout = setdiff (varargin) %#ok<STOUT>
refuse ('setdiff', 'of a value that depends on the unknowns', varargin);
end
