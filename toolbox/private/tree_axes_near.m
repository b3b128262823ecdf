function axes = tree_axes_near (axes, z, planar)
%TREE_AXES_NEAR  These axes, by columns, turned so that their z is this unit vector: x stays as near
%   as it can. In a planar tree y is out of the plane, see TREE_AXES.

x = axes(:, 1) - z * (z' * axes(:, 1));
if planar || norm (x) < 1e-6
    axes = tree_axes (z, planar);
    return
end
x = x / norm (x);
axes = [x, cross(z, x), z];

end
