function varargout = pinv (varargin) %#ok<STOUT>
refuse ('pinv', 'of a value that depends on the unknowns', varargin);
end
