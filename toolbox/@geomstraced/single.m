function varargout = single (varargin) %#ok<STOUT>
refuse ('single', 'of a value that depends on the unknowns', varargin);
end
