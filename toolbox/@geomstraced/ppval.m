function varargout = ppval (varargin) %#ok<STOUT>
refuse ('ppval', 'of a value that depends on the unknowns', varargin);
end
