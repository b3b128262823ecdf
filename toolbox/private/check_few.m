function check_few (dims)
%CHECK_FEW  Raises an error if a system is too large for matrices that are not sparse. Trees of
%   bodies may be larger as long as nothing asks for such matrices.

most = 20000;
n = [dims.np, dims.nv, dims.nr, dims.nw, dims.ns, dims.nl, dims.nm];
n = sum (n(~isnan (n)));
if n > most || any ([dims.ni, dims.nc] > most)
    error ('geoms:system:dims', ['The system has %.0f unknowns; more than %d are refused, ', ...
        'because all matrices are full: check ''dims'' and the initial values.'], n, most);
end

end
