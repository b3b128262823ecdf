function varargout = ismember (varargin) %#ok<STOUT>
refuse ('ismember', 'of a value that depends on the unknowns', varargin);
end
