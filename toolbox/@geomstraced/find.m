function varargout = find (varargin) %#ok<STOUT>
refuse ('find', 'of a value that depends on the unknowns', varargin);
end
