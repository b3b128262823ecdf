function varargout = quad (varargin) %#ok<STOUT>
refuse ('quad', 'of a value that depends on the unknowns', varargin);
end
