function varargout = acosh (varargin) %#ok<STOUT>
refuse ('acosh', 'of a value that depends on the unknowns', varargin);
end
