function varargout = uint8 (varargin) %#ok<STOUT>
refuse ('uint8', 'of a value that depends on the unknowns', varargin);
end
