function varargout = integral (varargin) %#ok<STOUT>
refuse ('integral', 'of a value that depends on the unknowns', varargin);
end
