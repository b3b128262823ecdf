function varargout = ifft (varargin) %#ok<STOUT>
refuse ('ifft', 'of a value that depends on the unknowns', varargin);
end
