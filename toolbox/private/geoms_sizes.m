function sizes = geoms_sizes (dims)
%GEOMS_SIZES  The dimensions, with n (unknowns), m (rows of the reduced derivative array) and nvsp.

sizes = dims;
[sizes.n, sizes.m] = geoms_unknowns (dims);
sizes.nvsp = dims.nv + dims.ns + dims.np;

end
