function urdf_fail (file, line, identifier, varargin)
%URDF_FAIL  Raises an error about a line of a file; the rest is a format and its values.

error (identifier, '%s, line %d: %s', file, line, sprintf (varargin{:}));

end
