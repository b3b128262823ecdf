function varargout = sqrtm (varargin) %#ok<STOUT>
refuse ('sqrtm', 'of a value that depends on the unknowns', varargin);
end
