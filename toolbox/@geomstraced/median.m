function varargout = median (varargin) %#ok<STOUT>
refuse ('median', 'of a value that depends on the unknowns', varargin);
end
