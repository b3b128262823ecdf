function [plane, body, radius] = tree_rolling (given, kind, body, plane, planar, where)
%TREE_ROLLING  The sides of 'rolling', 'sphere' and 'knife' of geomsaddjoint as the core takes
%   them: A the plane, z its normal; B the wheel, z its axis, the ball, or the blade, z across it.

rolls = ~strcmp (kind, 'knife');
with_axis = ~strcmp (kind, 'sphere') && ~(rolls && planar);
refuse (given, 'axisB', ['its second point has no axis; ''normal'' is that of the plane on ', ...
    'which wheels and balls roll'], where);
if ~rolls
    refuse (given, 'radius', 'a ''knife'' touches the plane in a point', where);
    refuse (given, 'normal', 'a ''knife'' needs none, ''axis'' alone', where);
end
if ~with_axis
    refuse (given, 'axis', ['a ball has no axis, and that of a wheel in a planar tree is out ', ...
        'of the plane'], where);
end
radius = 0;
if rolls
    radius = radius_of (given, kind, where);
    plane(5:13) = turned (plane, normal_of (given, planar, where), planar);
end
if with_axis
    axis = 'y';
    if isfield (given, 'axis')
        axis = given.axis;
    end
    z = tree_axis (axis, planar, where);
    body(5:13) = reshape (reshape (body(5:13), 3, 3) * tree_axes_near (eye (3), z, planar), 9, 1);
end

end

function refuse (given, name, why, where)
if isfield (given, name)
    error ('geoms:tree:axis', '%s: leave out ''%s'': %s.', where, name, why);
end
end

function radius = radius_of (given, kind, where)
if ~isfield (given, 'radius')
    error ('geoms:tree:radius', '%s: ''%s'' needs ''radius''.', where, kind);
end
radius = tree_numbers (given.radius, 1, '''radius''', where);
if radius <= 0
    error ('geoms:tree:radius', '%s: ''radius'' is %g; it must be positive.', where, radius);
end
end

function n = normal_of (given, planar, where)
normal = [0 0 1];
if planar
    normal = [0 1];
end
if isfield (given, 'normal')
    normal = given.normal;
end
try
    n = tree_axis (normal, planar, where);
catch e
    error (e.identifier, '%s', strrep (e.message, '''axis''', '''normal'''));
end
end

% in a planar tree x is to the right where the normal is upwards
function axes = turned (place, n, planar)
own = tree_axes_near (eye (3), n, planar);
if planar
    own(:, 1:2) = -own(:, 1:2);
end
axes = reshape (reshape (place(5:13), 3, 3) * own, 9, 1);
end
