function r = horzcat (varargin)
%HORZCAT  During a trace Octave asks the class of the first number of a matrix to join its rows.

if any (cellfun (@isobject, varargin))
    r = cat (2, varargin{:});
else
    r = builtin ('horzcat', varargin{:});
end

end
