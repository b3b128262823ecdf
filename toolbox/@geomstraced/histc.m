function varargout = histc (varargin) %#ok<STOUT>
refuse ('histc', 'of a value that depends on the unknowns', varargin);
end
