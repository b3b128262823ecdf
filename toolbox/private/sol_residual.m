function residual = sol_residual (sys, a, relative, k)
%SOL_RESIDUAL  Residuals of k points by level, from the core's rows [d; gII; hI; gI; h; e; c; g].
%   What was not evaluated is NaN: the whole, or gII and hI if 'eom' does not return them.

d = sys.dims;
row = sys_rows (d);
if size (a, 2) ~= k
    a = NaN (d.nw + 2 * (d.nl + d.nm) + d.ni + d.ns + d.nl, k);
    relative = NaN (3, k);
end
if sys.reduced
    a([row.gII, row.hI], :) = NaN;
    if d.nw == 0
        relative(3, :) = NaN;
    end
end
residual = struct ('position', a([row.c, row.g], :), 'velocity', a([row.gI, row.h], :), ...
    'acceleration', a([row.d, row.gII, row.hI], :), 'invariant', a(row.e, :), 'relative', relative);

end
