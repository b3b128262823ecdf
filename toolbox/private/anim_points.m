function parts = anim_points (o, x)
%ANIM_POINTS  The line that 'Points' of geomsanimate describes, for all frames: points m may change.

k = numel (o.Times);
found = cell (1, k);
for j = 1:k
    try
        P = o.Points (o.Times(j), x(:, j));
    catch e
        call_no_value (e, mfilename (), 'geoms:animate:points', 'Points');
    end
    if ~isa (P, 'double') || ~isreal (P) || ~any (size (P, 1) == [2 3]) || ndims (P) > 2
        error ('geoms:animate:points', ['geomsanimate: ''Points'' must return 2 x m or 3 x m ', ...
            'numbers, not %s.'], check_described (P));
    end
    if size (P, 1) == 3
        P = o.View * P;
    end
    found{j} = P;
end
most = max (cellfun ('size', found, 2));
xy = NaN (2, most, k);
for j = 1:k
    xy(:, 1:size (found{j}, 2), j) = found{j};
end
parts = anim_part (xy, {'color', [0 0.35 0.7], 'linewidth', 2, 'marker', 'o', 'markersize', 4});

end
