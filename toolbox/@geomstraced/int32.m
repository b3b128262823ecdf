function varargout = int32 (varargin) %#ok<STOUT>
refuse ('int32', 'of a value that depends on the unknowns', varargin);
end
