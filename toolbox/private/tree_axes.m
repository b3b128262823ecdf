function R = tree_axes (axis, planar)
%TREE_AXES  Right-handed axes, by columns, whose z is this direction; y is out of the plane of a
%   planar tree. As geoms_axes_to of the core: of z itself they are x, y, z.

z = axis / norm (axis);
if planar
    y = [0; 0; 1];
elseif isequal (z, [0; 0; 1])
    y = [0; 1; 0];
else
    y = zeros (3, 1);
    [~, least] = min (abs (z));
    y(least) = 1;
    y = cross (z, cross (y, z));
    y = y / norm (y);
end
R = [cross(y, z), y, z];

end
