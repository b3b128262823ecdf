function varargout = sprintf (varargin) %#ok<STOUT>
refuse ('sprintf', 'of a value that depends on the unknowns', varargin);
end
