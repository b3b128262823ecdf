function varargout = rank (varargin) %#ok<STOUT>
refuse ('rank', 'of a value that depends on the unknowns', varargin);
end
