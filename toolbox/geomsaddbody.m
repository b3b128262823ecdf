function tree = geomsaddbody (tree, name, varargin)
%GEOMSADDBODY  Adds a body to a tree, with the joint that carries it.
%   TREE = GEOMSADDBODY (TREE, NAME, 'Name', value, ...) adds a body. With the coordinates of the
%   joint at 0 the frame of the body is that of the joint.
%     'parent'    name of the body that it hangs on, added before; default 'ground'
%     'joint'     'revolute' (default), 'prismatic', 'screw', 'cylindrical' (slide, turn),
%                 'universal' (about x, then y), 'planar' (along x, y, about z), 'spherical',
%                 'free', 'fixed', 'user' (see 'map'); in a planar tree 'revolute', 'prismatic',
%                 'planar', 'fixed', 'user'
%     'axis'      'x', 'y', 'z' or [x y z]: axis of the joint, which becomes z of 'planar'; default
%                 'z', of 'prismatic' in a planar tree 'x'
%     'at'        the joint, in the frame of the parent; default [0 0 0]
%     'turn'      the axes of the joint in the frame of the parent: 3 x 3 by columns, or [rx ry rz],
%                 angles about the parent's x, y, z, one after the other (the rpy of URDF)
%     'mass', 'com'    mass and centre of mass in the frame of the body; default 0, [0 0 0]
%     'inertia'   about the centre of mass, in the axes of the body: 1 number (a ball), 3 (xx yy
%                 zz), 6 (xx yy zz xy xz yz) or 3 x 3; default 0
%     'about'     'com' (default), or 'joint': 'inertia' is about the origin of the body
%     'pitch'     of a 'screw': slide per rad
%     'q', 'v'    coordinates and velocities at the start, which loops may move (GEOMS warns, of
%                 coordinates where it is more than a tenth); default 0. Of 'spherical' q is a unit
%                 quaternion (e0 e1 e2 e3), default [1 0 0 0], and v the angular velocity in the
%                 axes of the body; of 'free' q is [x y z e0 e1 e2 e3], v the velocity in the axes
%                 of the joint and the angular velocity
%     'map'       of a joint 'user' with 1 to 6 coordinates: a function [d, R] = map (q, t), or map
%                 (q), with the displacement d (3 x 1) of the body's origin and its rotation R (3 x
%                 3) in the axes of the joint; in a planar tree d is 2 x 1 and R an angle. It is
%                 recorded once, when GEOMSSYS compiles the tree, and its velocities, accelerations
%                 and their derivatives follow from that: it is not called in a run, and the system
%                 may be saved. As functions of other systems that are derived (see 'derive' in
%                 GEOMSSYS) it may not read files or search; a condition on q is recorded both ways
%     'coordinates'  of a joint 'user': how many, where 'q' does not tell
%     'shape'     how GEOMSANIMATE draws it, around the centre of mass: {'box', [a b c]} (planar:
%                 [a b]), {'cylinder', r, h} (along z) or {'cylinder', r, h, [x y z]},
%                 {'sphere', r}; or {'line', POINTS}, a row for each point in the frame of the
%                 body, NaN between lines. Default: lines from its joint to what it carries
%     'motion'    moves the joint as a function of time says: @(t) [h; h'; h''] with both
%                 derivatives, @(t) h alone, which is recorded then to find them (GEOMSSYS,
%                 'derive'), a table [t; h] of values, through which a spline goes (cubics, twice
%                 differentiable, not-a-knot; it may overshoot between values, and its last cubics
%                 go on beyond the ends: a run that comes there is a warning), or a struct with t
%                 and values; h has a row for each coordinate. h and h' must not jump: after the
%                 run, a warning tells where a handle does. The joint is then driven: its
%                 coordinates are no unknowns, 'q' and 'v' are left out. Not of 'spherical', 'free'
%   In a planar tree points are [x y], inertia and turn one number, z is the axis of all rotations.
%   The position of the bodies with these q is what 'as drawn' means in GEOMSADDJOINT and
%   GEOMSADDFORCE.
%
%   TREE = GEOMSADDBODY (TREE, NAMES, ...) with a cell of names adds many bodies at once; a value is
%   that of all, or a cell with one for each: 'parent', [{'ground'}, NAMES(1:end-1)] makes a chain.
%
%   The coordinates are called 'name.q', or q1, q2 of joints with several, e0 ... e3 of a
%   quaternion, x1 x2 x3 of a free body; velocities 'name.v', v1, v2, angular velocities w1 w2 w3.
%   A joint 'user' is called like one of the others: 'name.q' or q1, q2 ..., p' = v. R must be a
%   rotation wherever the run comes (geoms:tree:map), and a small change of q should move the body:
%   where a follower stands still, at the end of its stroke, its coordinate has no inertia. Then a
%   joint must hold it (GEOMSADDJOINT, 'coupling' with the shaft), and formulations that divide by
%   masses fail there; 'psf', 'partition-...' do not.
%   Bodies may have no mass. What moves then needs a damper, or a constraint. Where a mass is less
%   than 1e-7 of what it carries GEOMSSYS warns (geoms:tree:nearlyMassless).
%
%   Example: a double pendulum
%       tree = geomstree ('planar', true);
%       tree = geomsaddbody (tree, 'upper', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
%       tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], 'mass', 1, ...
%           'com', [0.5 0], 'inertia', 1/12);
%       sol = geoms (geomssys (tree), [0 10]);
%       plot (sol.t, sol.p)
%
%   Example: a bead on a wire
%       wire = @(q) deal ([cos(q); sin(q); 0.1 * q], eye (3));
%       tree = geomsaddbody (geomstree (), 'bead', 'joint', 'user', 'map', wire, 'q', 6, 'mass', 1);
%       sol = geoms (geomssys (tree), [0 2]);
%       plot (sol.t, sol.p)
%
%   See also GEOMSTREE, GEOMSADDJOINT, GEOMSADDFORCE, GEOMSADDMARKER, GEOMSSYS.

if nargin < 2
    error ('geoms:arguments:number', 'geomsaddbody needs a tree and a name.');
end
tree_check (tree, nargout, 'geomsaddbody');
try
    tree = added (tree, name, varargin);
catch e
    tree_blame (tree, e);
end

end

function tree = added (tree, name, list)
names = tree_new_names (tree.bodies, name, 'body');
check_joints (tree, names);
given = tree_options (list, {'parent', 'joint', 'axis', 'at', 'turn', 'mass', 'com', ...
    'inertia', 'about', 'pitch', 'q', 'v', 'motion', ...
    'map', 'coordinates', 'shape'}, sprintf ('Body ''%s''', names{1}));
[table, start, motion, maps] = tree_body_columns (tree, names, given);
tree.bodies = tree_list_add (tree.bodies, names, table, start);
if ~isempty (motion)
    tree = driven (tree, names, table, motion);
end
if ~isempty (maps)
    tree.maps = tree_list_add (tree.maps, names, zeros (0, numel (names)), maps);
end
if isfield (given, 'shape')
    shape = tree_shape (given.shape, tree.planar, sprintf ('Body ''%s''', names{1}));
    tree.shapes = tree_list_add (tree.shapes, names, zeros (0, numel (names)), ...
        repmat ({shape}, 1, numel (names)));
end

end

% a body's name stands for its joint, too
function check_joints (tree, names)
taken = intersect (names, [{}, tree.loops.names, tree.couplings.names]);
if ~isempty (taken)
    error ('geoms:tree:twice', ['There is a joint ''%s'' already, and the name of a body ', ...
        'stands for its joint, too: give each its own name.'], taken{1});
end
end

% the joints of the last bodies
function tree = driven (tree, names, table, motion)
before = tree_list_count (tree.bodies) - numel (names);
words = tree_words ();
for i = 1:numel (names)
    tree = tree_add_function (tree, 2, before + i, 1:words.nv(table(2, i) + 1), motion{i}, ...
        sprintf ('Body ''%s''', names{i}));
end
end

%!test # the double pendulum of the help
%! tree = geomstree ('planar', true);
%! tree = geomsaddbody (tree, 'upper', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
%! tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], 'mass', 1, 'com', ...
%!     [0.5 0], 'inertia', 1/12);
%! sys = geomssys (tree);
%! assert (sys.names.p, {'upper.q', 'lower.q'});
%! sol = geoms (sys, [0 1]);
%! assert (sol.info.status, 'ok');
%!test # the bead of the help: (1 + 0.01) q'' = - 0.1 g
%! wire = @(q) deal ([cos(q); sin(q); 0.1 * q], eye (3));
%! tree = geomsaddbody (geomstree (), 'bead', 'joint', 'user', 'map', wire, 'q', 6, 'mass', 1);
%! sol = geoms (geomssys (tree), [0 1]);
%! assert (sol.p(end), 6 - 0.981 / 1.01 / 2, 1e-6);
%!error <Did you mean 'upper'>
%! tree = geomsaddbody (geomstree (), 'upper');
%! tree = geomsaddbody (tree, 'lower', 'parent', 'uper');
%!error <tree = geomsaddbody> geomsaddbody (geomstree (), 'upper')
