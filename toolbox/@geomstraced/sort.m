function varargout = sort (varargin) %#ok<STOUT>
refuse ('sort', 'of a value that depends on the unknowns', varargin);
end
