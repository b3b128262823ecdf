function varargout = fft (varargin) %#ok<STOUT>
refuse ('fft', 'of a value that depends on the unknowns', varargin);
end
