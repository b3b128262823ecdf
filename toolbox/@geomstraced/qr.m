function varargout = qr (varargin) %#ok<STOUT>
refuse ('qr', 'of a value that depends on the unknowns', varargin);
end
