function R = tree_turn (value, planar, name, where)
%TREE_TURN  A rotation as 3 x 3 from a matrix, from [rx ry rz] (about the fixed x, y, z, one after
%   the other), in a planar tree from an angle.

if isnumeric (value) && isequal (size (value), [3 3]) && ~planar
    R = reshape (tree_numbers (value(:), 9, name, where), 3, 3);
    if norm (R' * R - eye (3), 1) > 1e-8 || det (R) < 0
        error ('geoms:tree:turn', ['%s: %s is not a rotation: R''*R - 1 is as large as %.3g, ', ...
            'det (R) is %.3g. Its columns must be orthogonal, of length 1 and right-handed.'], ...
            where, name, norm (R' * R - eye (3), 1), det (R));
    end
    return
end
r = tree_numbers (value, 3 - 2 * planar, name, where);
R = reshape (tree_angles ([zeros(2 * planar, 1); r]), 3, 3);

end
