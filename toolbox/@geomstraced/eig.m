function varargout = eig (varargin) %#ok<STOUT>
refuse ('eig', 'of a value that depends on the unknowns', varargin);
end
