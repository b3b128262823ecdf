function [tree, info] = geomstree (varargin)
%GEOMSTREE  A tree of bodies and joints, to which bodies are added.
%   TREE = GEOMSTREE () has the ground and nothing else. GEOMSADDBODY adds bodies with the joints
%   that carry them, GEOMSADDJOINT joints that close loops, GEOMSADDFORCE forces, GEOMSADDMARKER
%   named points; SYS = GEOMSSYS (TREE) is a system for GEOMS, whose equations of motion are
%   evaluated natively, at a cost that grows like the number of bodies.
%   TREE = GEOMSTREE ('planar', true) moves in the plane of x and y: vectors have 2 components,
%   moments of inertia and angles are one number, z is the axis of all rotations.
%   TREE = GEOMSTREE ('gravity', [0 0 -9.81]) sets the gravity, in m/s^2; this is its default, in a
%   planar tree [0 -9.81]. It may be a function of time, @(t), or a table as 'value' in
%   GEOMSADDFORCE.
%   GEOMSTREE (TREE) prints the tree.
%
%   [TREE, INFO] = GEOMSTREE ('urdf', FILE, ...) has the bodies and joints of a robot in URDF. Each link
%   is a body of its name (_ in the place of . ( ) and quotes, 'ground_' for 'ground'), with its <inertial>
%   and the boxes, cylinders and spheres of <visual> as 'shape'; each joint is that of its child link, so
%   that coordinates are called by links, 'link.q'. Parents come first, branch after branch, otherwise
%   as in the file. continuous is 'revolute', floating 'free'; the axis is [1 0 0] where none is given.
%   <dynamics> gives damping and friction of the joint (GEOMSADDFORCE, 'joint'), <mimic> a 'coupling'
%   (GEOMSADDJOINT) 'link mimic'. A joint starts at 0, or at the limit that is nearest.
%     'base'      'fixed' (default): the root, the link that no joint carries, is fixed to the ground;
%                 'free': it floats
%     'limits'    stiffness of a 'stop' (GEOMSADDFORCE) 'link stop' at the limits of revolute and prismatic
%                 joints, or [of rotations, of slides]. Default: no stops, limits are in INFO only
%     'gravity'   as above
%   INFO is a struct with robot and root, names; links, a struct array in the order of the bodies: name,
%   body (its name), mass, com, inertia (3 x 3, in the axes of the link, about com); and joints, of the
%   bodies behind the root: name, type, body and parent (names), at, turn, axis, lower, upper, effort,
%   velocity (limits, Inf where there are none), damping, friction, mimic, multiplier, offset. Limits of
%   effort and velocity act on nothing.
%   Meshes are left out with a warning (geoms:urdf:mesh), as is what is not known
%   (geoms:urdf:ignored); of <collision>, <material>, <transmission>, <gazebo>, <safety_controller> and the
%   like, which have no bearing on the motion, nothing is said. What is wrong or missing is an error that
%   names file and line. Files in xacro must be expanded before.
%
%   TREE is a struct: it may be saved and copied; the only handles in it are functions of time, laws
%   and maps.
%   Lengths in m, angles in rad, masses in kg, or all in other units that fit together.
%
%   Example: a double pendulum
%       tree = geomstree ('planar', true);
%       tree = geomsaddbody (tree, 'upper', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
%       tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], 'mass', 1, ...
%           'com', [0.5 0], 'inertia', 1/12);
%       geomstree (tree)
%       sol = geoms (geomssys (tree), [0 10]);
%       plot (sol.t, sol.p)
%   Example: a robot from a file, which falls into its stop
%       file = [tempname(), '.urdf'];
%       id = fopen (file, 'w');
%       fprintf (id, ['<robot name="r"> <link name="base"/> <link name="arm"> <inertial>', ...
%           '<origin xyz="0.5 0 0"/> <mass value="2"/> <inertia ixx="0.01" ixy="0" ixz="0" ', ...
%           'iyy="0.2" iyz="0" izz="0.2"/> </inertial> </link> <joint name="shoulder" ', ...
%           'type="revolute"> <parent link="base"/> <child link="arm"/> <axis xyz="0 1 0"/> ', ...
%           '<limit lower="0" upper="1" effort="20" velocity="3"/> </joint> </robot>']);
%       fclose (id);
%       [tree, info] = geomstree ('urdf', file, 'limits', 1e4);
%       info.joints(1).upper
%       sol = geoms (geomssys (tree), [0 1]);
%       plot (sol.t, sol.p)
%
%   See also GEOMSADDBODY, GEOMSADDJOINT, GEOMSADDFORCE, GEOMSADDMARKER, GEOMSSYS, GEOMS.

if nargin == 1 && isstruct (varargin{1})
    tree_check (varargin{1}, 1, 'geomstree');
    tree_intact (varargin{1});
    if nargout > 0
        error ('geoms:tree:output', 'geomstree (tree) prints and returns nothing.');
    end
    fprintf ('%s', tree_print (varargin{1}));
    return
end
given = tree_options (varargin, {'planar', 'gravity', 'urdf', 'base', 'limits'}, 'geomstree');
check_urdf (given, nargout);
tree = struct ('type', 'geomstree', 'planar', false, 'gravity', [0; 0; -9.81], 'bodies', ...
    tree_list_empty (), 'markers', tree_list_empty (), 'loops', tree_list_empty (), 'couplings', ...
    tree_list_empty (), 'forces', tree_list_empty (), 'signals', tree_list_empty (), ...
    'shapes', tree_list_empty (), 'laws', tree_list_empty (), 'maps', tree_list_empty ());
if isfield (given, 'planar')
    if ~isequal (given.planar, true) && ~isequal (given.planar, false)
        error ('geoms:tree:value', 'geomstree: ''planar'' must be true or false, not %s.', ...
            check_described (given.planar));
    end
    tree.planar = logical (given.planar);
end
if tree.planar
    tree.gravity = [0; -9.81; 0];
end
if isfield (given, 'gravity')
    [tree.gravity, fcn] = gravity (given.gravity, tree.planar);
    tree = tree_add_function (tree, 1, 1, 1:3 - tree.planar, fcn, 'geomstree: ''gravity''');
end
if isfield (given, 'urdf')
    [tree, info] = urdf_tree (tree, given);
end

end

function check_urdf (given, outputs)
if ~isfield (given, 'urdf')
    alone = intersect ({'base', 'limits'}, fieldnames (given));
    if ~isempty (alone)
        error ('geoms:tree:option', 'geomstree: ''%s'' belongs to ''urdf'', a file.', alone{1});
    elseif outputs > 1
        error ('geoms:arguments:outputs', ['geomstree has a second output, what a file says beside ', ...
            'the tree, with ''urdf'' only.']);
    end
elseif isfield (given, 'planar')
    error ('geoms:tree:option', 'geomstree: robots in URDF move in space: leave ''planar'' out.');
end
end

function [g, fcn] = gravity (value, planar)
if planar && isnumeric (value) && numel (value) == 3 && isequal (value(3), 0)
    value = value(1:2);
elseif planar && isnumeric (value) && numel (value) == 3
    error ('geoms:tree:gravity', ['geomstree: the gravity %s points out of the plane of x ', ...
        'and y: give [gx gy].'], check_described (value));
end
[g, fcn] = tree_function (value, 3 - planar, false, '''gravity''', 'geomstree');
g = [g; zeros(planar, 1)];
end

%!test
%! tree = geomstree ('planar', true);
%! assert (tree.gravity, [0; -9.81; 0]);
%!error <out of the plane> geomstree ('planar', true, 'gravity', [0 0 -9.81])
%!error <Did you mean 'planar'> geomstree ('plana', true)
%!error <cannot be read> geomstree ('urdf', 'no such file.urdf')
