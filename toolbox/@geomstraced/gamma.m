function varargout = gamma (varargin) %#ok<STOUT>
refuse ('gamma', 'of a value that depends on the unknowns', varargin);
end
