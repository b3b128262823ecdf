function sizes = sys_sizes (sys)
%SYS_SIZES  The dimensions, with n (unknowns), m (rows of the reduced derivative array), nvsp and
%   nM, the columns of what the mass matrix is given by: 1 if that is its diagonal.

dims = sys.dims;
sizes = dims;
[sizes.n, sizes.m] = sys_unknowns (dims);
sizes.nvsp = dims.nv + dims.ns + dims.np;
sizes.nM = dims.nv;
if sys.diagonal
    sizes.nM = 1;
end

end
