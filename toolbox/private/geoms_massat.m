function M = geoms_massat (sys, row, B)
%GEOMS_MASSAT  The mass matrix at a point of the mechanical form, from its column of blocks B.
%   row comes from GEOMS_BLOCKROWS.

M = sys.mass;
if sys.diagonal
    M = diag (B(row.M));
elseif isempty (M)
    M = reshape (B(row.M), sys.dims.nv, sys.dims.nv);
end

end
