function pattern_diagonal (told, diagonal)
%PATTERN_DIAGONAL  Refuses entries of M beside its diagonal in what 'pattern' of geomssys was told, where
%   M is a diagonal (true or false), and keeps it.

if ~diagonal || ~isstruct (told) || ~isfield (told, 'M')
    return
end
[i, j] = find (told.M);
bad = find (i ~= j, 1);
if ~isempty (bad)
    error ('geoms:system:pattern', ['''pattern'': M has the entry (%d,%d), but ''mass'' is a diagonal and ', ...
        'never has one beside it. Leave M out of ''pattern'', or give ''mass'' as a function that returns ', ...
        'a matrix.'], i(bad), j(bad));
end

end
