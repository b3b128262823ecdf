function varargout = logm (varargin) %#ok<STOUT>
refuse ('logm', 'of a value that depends on the unknowns', varargin);
end
