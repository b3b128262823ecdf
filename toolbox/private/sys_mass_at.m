function M = sys_mass_at (sys, row, B)
%SYS_MASS_AT  The mass matrix at a point of the mechanical form, from its column of blocks B.
%   row comes from SYS_BLOCK_ROWS.

M = full (sys.mass);
if sys.diagonal
    M = diag (B(row.M));
elseif isempty (M)
    M = reshape (B(row.M), sys.dims.nv, sys.dims.nv);
end

end
