function varargout = interp1 (varargin) %#ok<STOUT>
refuse ('interp1', 'of a value that depends on the unknowns', varargin);
end
