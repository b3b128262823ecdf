function [C, force] = sys_constraint_rows (sys, row, B, x)
%SYS_CONSTRAINT_ROWS  C = [G; H] Z and f - C' [lambda; mu] at a point of the mechanical form.

d = sys.dims;
C = [reshape(B(row.G), d.nl, d.np); reshape(B(row.H), d.nm, d.np)];
if ~isempty (row.Z)
    C = C * reshape (B(row.Z), d.np, d.nv);
end
force = B(row.f) - C' * x([sys.index.lambda, sys.index.mu]);

end
