function varargout = uint64 (varargin) %#ok<STOUT>
refuse ('uint64', 'of a value that depends on the unknowns', varargin);
end
