function varargout = num2str (varargin) %#ok<STOUT>
refuse ('num2str', 'of a value that depends on the unknowns', varargin);
end
