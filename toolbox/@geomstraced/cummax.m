function varargout = cummax (varargin) %#ok<STOUT>
refuse ('cummax', 'of a value that depends on the unknowns', varargin);
end
