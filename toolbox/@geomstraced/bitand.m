function varargout = bitand (varargin) %#ok<STOUT>
refuse ('bitand', 'of a value that depends on the unknowns', varargin);
end
