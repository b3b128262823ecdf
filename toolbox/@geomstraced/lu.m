function varargout = lu (varargin) %#ok<STOUT>
refuse ('lu', 'of a value that depends on the unknowns', varargin);
end
