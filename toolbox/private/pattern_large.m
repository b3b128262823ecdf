function yes = pattern_large (sys)
%PATTERN_LARGE  Whether the matrices of a system are too large to be compared entry by entry: their entries
%   are known, and full ones would have more than four million numbers.

most = 4e6;
yes = isfield (sys, 'pattern') && strcmp (sys.pattern.status, 'found') ...
    && sys.dims.np * max ([sys.dims.nv, sys.dims.nl, sys.dims.nm]) > most;

end
