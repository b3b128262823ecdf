function varargout = cbrt (varargin) %#ok<STOUT>
refuse ('cbrt', 'of a value that depends on the unknowns', varargin);
end
