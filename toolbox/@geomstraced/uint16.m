function varargout = uint16 (varargin) %#ok<STOUT>
refuse ('uint16', 'of a value that depends on the unknowns', varargin);
end
