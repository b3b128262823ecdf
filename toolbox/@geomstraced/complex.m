function varargout = complex (varargin) %#ok<STOUT>
refuse ('complex', 'of a value that depends on the unknowns', varargin);
end
