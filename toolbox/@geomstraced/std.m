function varargout = std (varargin) %#ok<STOUT>
refuse ('std', 'of a value that depends on the unknowns', varargin);
end
