function a = sys_accelerations (sys, row, B, x)
%SYS_ACCELERATIONS  v' at a point of the mechanical form, from its column of blocks B; and forces.
%   M a = f_dyn, C a = - gamma with C = [G; H] Z, as the core has it: by M + C' W C where M is
%   singular. NaN where that is singular, too.

M = sys_mass_at (sys, row, B);
[C, force] = sys_constraint_rows (sys, row, B, x);
if sys_rcond (M) < 1e-12 && ~isempty (C)
    W = diag (max ([diag(M); realmin]) ./ max (sum (C.^2, 2), realmin));
    M = M + C' * W * C;
    force = force - C' * W * [B(row.gIIpart); B(row.hIpart)];
end
a = sys_divide (M, force);

end
