function residual = geoms_residual (sys, a, relative, k)
%GEOMS_RESIDUAL  Residuals of k points by level, from the core's rows [d; gII; hI; gI; h; c; g].
%   What was not evaluated is NaN: the whole, or gII and hI if 'eom' does not return them.

d = sys.dims;
na = d.nw + 2 * (d.nl + d.nm) + d.ns + d.nl;
if size (a, 2) ~= k
    a = NaN (na, k);
    relative = NaN (3, k);
end
if sys.reduced
    a(d.nw + (1:d.nl + d.nm), :) = NaN;
    if d.nw == 0
        relative(3, :) = NaN;
    end
end
first = d.nw + d.nl + d.nm;
second = first + d.nl + d.nm;
residual.position = a(second + 1:end, :);
residual.velocity = a(first + 1:second, :);
residual.acceleration = a(1:first, :);
residual.relative = relative;

end
