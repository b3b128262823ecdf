function varargout = int16 (varargin) %#ok<STOUT>
refuse ('int16', 'of a value that depends on the unknowns', varargin);
end
