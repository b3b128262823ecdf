function varargout = mat2str (varargin) %#ok<STOUT>
refuse ('mat2str', 'of a value that depends on the unknowns', varargin);
end
