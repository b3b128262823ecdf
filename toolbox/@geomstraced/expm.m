function varargout = expm (varargin) %#ok<STOUT>
refuse ('expm', 'of a value that depends on the unknowns', varargin);
end
