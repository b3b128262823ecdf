function varargout = randn (varargin) %#ok<STOUT>
refuse ('randn', 'of a value that depends on the unknowns', varargin);
end
