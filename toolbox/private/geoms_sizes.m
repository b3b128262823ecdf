function sizes = geoms_sizes (dims)
%GEOMS_SIZES  The dimensions, with n (unknowns) and m (rows of the reduced derivative array).

sizes = dims;
[sizes.n, sizes.m] = geoms_unknowns (dims);

end
