function tree = bricard_bodies ()
% BRICARD_BODIES  Bricard's mechanism as five bodies and six hinges.
%   TREE = BRICARD_BODIES () is the mechanism of BRICARD_SYSTEM as a chain of rods 'rod1' ...
%   'rod5' from the corner P1, each with a hinge, and the sixth hinge 'P6', which closes it: 5
%   coordinates and 5 rows of rank 4 instead of 35 coordinates and 30 rows.
%
%   Example:
%       sys = geomssys (bricard_bodies ());
%       sol = geoms (sys, [0 1], struct (), 'ConstraintDecomposition', 'svd');
%
%   See also RUN_BRICARD_BODIES, BRICARD_SYSTEM, GEOMSADDJOINT.

P = [0 1 1 1 0 0; 0 0 -1 -1 -1 0; 0 0 0 1 1 1];
axes = 'yzxyzx';
tree = geomstree ('gravity', [0 -9.81 0]);
parent = 'ground';
last = [0; 0; 0];
for i = 1:5
    d = P(:, i + 1) - P(:, i);
    J = 1.01 / 12 * ones (3, 1);
    J(d ~= 0) = 1/600;
    name = sprintf ('rod%d', i);
    tree = geomsaddbody (tree, name, 'parent', parent, 'at', P(:, i) - last, 'axis', axes(i), ...
        'mass', 1, 'com', d / 2, 'inertia', J, 'shape', {'box', abs(d) + 0.1 * (d == 0)});
    parent = name;
    last = P(:, i);
end
tree = geomsaddjoint (tree, 'revolute', {'ground', P(:, 6)}, {'rod5', P(:, 6) - P(:, 5)}, ...
    'axis', axes(6), 'name', 'P6');

end
