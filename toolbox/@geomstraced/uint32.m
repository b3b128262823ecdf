function varargout = uint32 (varargin) %#ok<STOUT>
refuse ('uint32', 'of a value that depends on the unknowns', varargin);
end
