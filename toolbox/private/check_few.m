function check_few (dims, sparse)
%CHECK_FEW  Raises an error if a system is too large for matrices that are not sparse. Trees of
%   bodies, and systems of which more than this is known (sparse), may be larger as long as nothing asks
%   for such matrices.

most = 20000;
if nargin > 1 && sparse
    most = 1e6;
end
n = [dims.np, dims.nv, dims.nr, dims.nw, dims.ns, dims.nl, dims.nm];
n = sum (n(~isnan (n)));
if n > most || any ([dims.ni, dims.nc] > most)
    error ('geoms:system:dims', ['The system has %.0f unknowns; more than %d are refused, ', ...
        'because all matrices are full: check ''dims'' and the initial values.'], n, most);
end

end
