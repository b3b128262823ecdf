function varargout = int8 (varargin) %#ok<STOUT>
refuse ('int8', 'of a value that depends on the unknowns', varargin);
end
