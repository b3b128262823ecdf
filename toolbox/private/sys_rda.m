function fcn = sys_rda (sys, core)
%SYS_RDA  The reduced derivative array as a function of (t, x), in the mechanical form composed.
%   As the core does it: for checks, where speed does not matter.

if sys_has_blocks (sys)
    fcn = @(t, x) composed (sys, core, t, x);
else
    fcn = core.eom;
end

end

function y = composed (sys, core, t, x)
B = core.blocks (t, x);
row = sys_block_rows (sys);
[~, m] = sys_unknowns (sys.dims);
y = zeros (m, numel (t));
for j = 1:numel (t)
    y(:, j) = one_point (sys, row, B(:, j), x(:, j));
end
end

function y = one_point (sys, row, B, x)
d = sys.dims;
[C, force] = sys_constraint_rows (sys, row, B, x);
hidden = [B(row.gIIpart); B(row.hIpart)] + C * sys_accelerations (sys, row, B, x);
flow = x(sys.index.v);
if ~isempty (row.Z)
    flow = reshape (B(row.Z), d.np, d.nv) * flow;
end
y = [B(row.d); hidden; B(row.gI); B(row.h); B(row.e); B(row.c); B(row.g); B(row.b); force; flow];
end
