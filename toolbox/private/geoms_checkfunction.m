function geoms_checkfunction (sys, role, sizes, point)
%GEOMS_CHECKFUNCTION  Calls one of the user's functions once and checks the size of its result.
%   geoms_checkfunction (sys, role, sizes, point), point = {t, p, v, lambda} or {t, x}
%   A vectorized function must also give for two points what it gives for each of them.

identifier = 'geoms:system:size';
[m, n] = geoms_shape (role, sizes);
first = geoms_flat (evaluate (sys, role, point), m, n, 1, role.name, identifier);
if sys.vectorized && ~any (strcmp (role.name, {'jac', 'ivcond'}))
    other = cellfun (@(c) c + 1e-3 * (1 + abs (c)), point, 'UniformOutput', false);
    other{1} = point{1};
    pair = cellfun (@(a, b) [a, b], point, other, 'UniformOutput', false);
    both = geoms_flat (evaluate (sys, role, pair), m, n, 2, role.name, identifier);
    second = geoms_flat (evaluate (sys, role, other), m, n, 1, role.name, identifier);
    geoms_needsame (role.name, both, [first(:), second(:)]);
end

end

function y = evaluate (sys, role, point)
switch role.(sys.form)
    case 't,p'
        y = geoms_call (sys, role.name, point{1:2}, geoms_z (point{4}));
    case 't,p,v'
        y = geoms_call (sys, role.name, point{1:3}, geoms_z (point{4}));
    otherwise
        y = geoms_call (sys, role.name, point{:}, []);
end
end
