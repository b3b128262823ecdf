function pose = tree_map_value (fcn, q, t, planar, where)
%TREE_MAP_VALUE  What the map of a joint 'user' gives at q, t: [d; R], 12 x 1, an error if it is none.

try
    [d, R] = tree_map_call (fcn, q, t);
catch e
    error (struct ('identifier', 'geoms:tree:map', 'message', sprintf (['%s: its ''map'' fails at ', ...
        'q = %s, t = %g: %s'], where, text_of (q), t, e.message), 'stack', e.stack));
end
where = sprintf ('%s: its ''map'' at q = %s, t = %g', where, text_of (q), t);
sizes = {3, [3 3], '3 numbers', 'a 3 x 3 matrix, the rotation'};
if planar
    sizes = {2, [1 1], '2 numbers', 'one number, the angle'};
end
if ~is_real (d) || numel (d) ~= sizes{1} || max (size (d)) ~= sizes{1}
    error ('geoms:tree:map', '%s gives %s in the place of the displacement; it must be %s.', where, ...
        check_described (d), sizes{3});
elseif ~is_real (R) || ~isequal (size (R), sizes{2})
    error ('geoms:tree:map', '%s gives %s in the second place; it must be %s.', where, ...
        check_described (R), sizes{4});
elseif ~all (isfinite ([d(:); R(:)]))
    error ('geoms:tree:map', '%s gives values that are not finite.', where);
end
[d, R] = tree_map_pose (d, R, planar);
off = max (max (abs (R' * R - eye (3))));
if ~(off <= 1e-9)
    error ('geoms:tree:map', ['%s gives a matrix R that is no rotation: the largest entry of ', ...
        'R''R - 1 is %.3g.'], where, off);
elseif det (R) < 0
    error ('geoms:tree:map', ['%s gives a matrix R that mirrors: its determinant is %.3g, and ', ...
        'not 1.'], where, det (R));
end
pose = [d; R(:)];

end

function yes = is_real (x)
yes = isa (x, 'double') && isreal (x) && ndims (x) == 2;
end

function text = text_of (q)
text = sprintf ('%g', q);
if numel (q) > 1
    text = sprintf ('[%s]', strtrim (sprintf ('%g ', q)));
end
end
