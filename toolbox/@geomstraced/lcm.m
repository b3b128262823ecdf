function varargout = lcm (varargin) %#ok<STOUT>
refuse ('lcm', 'of a value that depends on the unknowns', varargin);
end
