function varargout = ndgrid (varargin) %#ok<STOUT>
refuse ('ndgrid', 'of a value that depends on the unknowns', varargin);
end
