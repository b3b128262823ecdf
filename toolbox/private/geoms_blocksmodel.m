function B = geoms_blocksmodel (t, x, e, vectorized)
%GEOMS_BLOCKSMODEL  The blocks [M; f; g; G; gI; gII - G v'] of k points from the function 'model'.
%   e comes from GEOMS_BLOCKSOF. Sizes are checked one by one only if the blocks do not fit
%   together.

k = numel (t);
np = e.np;
P = x(1:np, :);
V = x(np + 1:2 * np, :);
tail = e.tail{7};
takes_z = ~isempty (e.z);
if vectorized
    if takes_z
        tail{1} = geoms_z (x(2 * np + 1:end, :));
    end
    B = stacked (e.model (t, P, V, tail{:}), V, e, k);
    return
end

B = zeros (e.rows, k);
has_gI = any (strcmp ('gI', e.terms));
for j = 1:k
    if takes_z
        tail{1}.lambda = x(2 * np + 1:end, j);
    end
    v = V(:, j);
    y = e.model (t(j), P(:, j), v, tail{:});
    try
        if e.nl == 0
            column = y.f;
        elseif has_gI
            column = [y.f; y.g; y.G(:); y.gI; y.gIIpart];
        else
            column = [y.f; y.g; y.G(:); y.G * v; y.gIIpart];
        end
        if e.mass_varies
            column = [y.M(:); column];
        end
        B(:, j) = column;
    catch err
        stacked (y, v, e, 1);
        rethrow (err);
    end
    if size (column, 1) ~= e.rows || ~isa (column, 'double')
        stacked (y, v, e, 1);
    end
end

end

% with every size checked
function B = stacked (y, v, e, k)
bad = 'geoms:callback:size';
np = e.np;
B = geoms_flat (y.f, np, 0, k, 'model: f', bad);
if e.mass_varies
    B = [geoms_flat(y.M, np, np, k, 'model: M', bad); B];
end
if e.nl > 0
    G = geoms_flat (y.G, e.nl, np, k, 'model: G', bad);
    if any (strcmp ('gI', e.terms))
        gI = geoms_flat (y.gI, e.nl, 0, k, 'model: gI', bad);
    else
        gI = geoms_times (G, v, e.nl);
    end
    B = [B; geoms_flat(y.g, e.nl, 0, k, 'model: g', bad); G; gI; ...
        geoms_flat(y.gIIpart, e.nl, 0, k, 'model: gIIpart', bad)];
end
end
