function varargout = int64 (varargin) %#ok<STOUT>
refuse ('int64', 'of a value that depends on the unknowns', varargin);
end
