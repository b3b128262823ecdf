function varargout = erf (varargin) %#ok<STOUT>
refuse ('erf', 'of a value that depends on the unknowns', varargin);
end
