function varargout = char (varargin) %#ok<STOUT>
refuse ('char', 'of a value that depends on the unknowns', varargin);
end
