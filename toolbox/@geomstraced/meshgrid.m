function varargout = meshgrid (varargin) %#ok<STOUT>
refuse ('meshgrid', 'of a value that depends on the unknowns', varargin);
end
