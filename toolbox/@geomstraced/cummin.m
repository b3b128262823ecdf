function varargout = cummin (varargin) %#ok<STOUT>
refuse ('cummin', 'of a value that depends on the unknowns', varargin);
end
