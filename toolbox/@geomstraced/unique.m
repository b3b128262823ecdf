function varargout = unique (varargin) %#ok<STOUT>
refuse ('unique', 'of a value that depends on the unknowns', varargin);
end
