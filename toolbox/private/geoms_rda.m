function fcn = geoms_rda (sys, core)
%GEOMS_RDA  The reduced derivative array as a function of (t, x), in the mechanical form composed.
%   As the core does it: for checks, where speed does not matter.

if strcmp (sys.form, 'mechanical')
    fcn = @(t, x) composed (sys, core, t, x);
else
    fcn = core.eom;
end

end

function y = composed (sys, core, t, x)
B = core.blocks (t, x);
row = geoms_blockrows (sys);
[~, m] = geoms_unknowns (sys.dims);
y = zeros (m, numel (t));
for j = 1:numel (t)
    y(:, j) = one_point (sys, row, B(:, j), x(:, j));
end
end

function y = one_point (sys, row, B, x)
d = sys.dims;
M = geoms_massat (sys, row, B);
Z = eye (d.nv);
if ~isempty (row.Z)
    Z = reshape (B(row.Z), d.np, d.nv);
end
G = reshape (B(row.G), d.nl, d.np) * Z;
H = reshape (B(row.H), d.nm, d.np) * Z;
f = B(row.f) - G' * x(sys.index.lambda) - H' * x(sys.index.mu);
a = M \ f;
y = [B(row.d); B(row.gIIpart) + G * a; B(row.hIpart) + H * a; B(row.gI); B(row.h); B(row.e); ...
    B(row.c); B(row.g); B(row.b); f; Z * x(sys.index.v)];
end
