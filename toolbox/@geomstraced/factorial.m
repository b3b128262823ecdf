function varargout = factorial (varargin) %#ok<STOUT>
refuse ('factorial', 'of a value that depends on the unknowns', varargin);
end
