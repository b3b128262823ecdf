function r = vertcat (varargin)
%VERTCAT  During a trace Octave asks the class of the first number of a matrix to join its rows.

if any (cellfun (@isobject, varargin))
    r = cat (1, varargin{:});
else
    r = builtin ('vertcat', varargin{:});
end

end
