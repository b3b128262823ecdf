function varargout = var (varargin) %#ok<STOUT>
refuse ('var', 'of a value that depends on the unknowns', varargin);
end
