function [passed, failed] = test_geomsaddforce ()
%TEST_GEOMSADDFORCE  Force elements of trees: motions that are known, and what is refused.

cases = {
    'an oscillator of a spring between points, and of one in the joint', @oscillators
    'a damper brings to rest, friction in time', @dampers
    'forces and torques in axes of the world, the body and others', @vectors
    'forces of joints with several velocities', @several
    'names', @names
    'refused', @refused};
[passed, failed] = geoms_suite ('geomsaddforce', cases);

end

function tree = slide ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'box', 'joint', 'prismatic', 'axis', 'x', ...
    'mass', 2, 'q', 1.5);
end

function p = at_end (tree, t, varargin)
sol = geoms (geomssys (tree), [0 t], struct (varargin{:}), 'RelTol', 1e-9, 'AbsTol', 1e-9);
p = sol.p(:, end);
end

% 2 x'' = -8 (x - 1)
function oscillators ()
tree = geomsaddforce (slide (), 'spring', 'ground', 'box', 'stiffness', 8, 'length', 1);
check_close (at_end (tree, 1), 1 + 0.5 * cos (2), 1e-7);
tree = geomsaddforce (slide (), 'joint', 'box', 'stiffness', 8, 'rest', 1);
check_close (at_end (tree, 1), 1 + 0.5 * cos (2), 1e-7);
% as drawn it is at rest
tree = geomsaddforce (slide (), 'spring', 'ground', 'box', 'stiffness', 8);
check_close (at_end (tree, 1), 1.5, 1e-14);
end

% 2 v' = -d v;  with friction m and no spring v falls by m/2 in 1 s
function dampers ()
tree = geomsaddforce (slide (), 'spring', 'ground', 'box', 'damping', 4);
check_close (at_end (tree, 1, 'v', 1), 1.5 + (1 - exp (-2)) / 2, 1e-7);
tree = geomsaddforce (slide (), 'joint', 'box', 'damping', 4);
check_close (at_end (tree, 1, 'v', 1), 1.5 + (1 - exp (-2)) / 2, 1e-7);
tree = geomsaddforce (slide (), 'joint', 'box', 'friction', 1, 'speed', 1e-4);
check_close (at_end (tree, 1, 'v', 1), 1.5 + 1 - 1/4, 1e-7);
end

function vectors ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'arm', 'mass', 1, 'inertia', 1);
tree = geomsaddbody (tree, 'other', 'mass', 1, 'inertia', 1);
quarter = {'p', [pi/2; pi/2]};
% about z, at a quarter turn: x of the body is y of the world
for form = {{'world', [0 2 0], 0}, {'body', [0 2 0], 1}, {'other', [0 2 0], 1}, ...
        {'ground', [-2 0 0], 1}}
    more = geomsaddforce (tree, 'force', {'arm', [0.5 0 0]}, 'value', form{1}{2}, 'axes', ...
        form{1}{1});
    f = geomsrhs (geomssys (more), 'partition-svd');
    y = f (0, [quarter{2}; 0; 0]);
    check_close (y(3:4), [form{1}{3}; 0], 1e-13);
end
more = geomsaddforce (tree, 'torque', 'arm', 'value', [5 6 7]);
f = geomsrhs (geomssys (more), 'partition-svd');
check_close ([0 0 1 0] * f (0, zeros (4, 1)), 7, 1e-13);
flat = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'inertia', 2);
f = geomsrhs (geomssys (geomsaddforce (flat, 'torque', 'arm', 'value', 3)), 'partition-svd');
check_close (f (0, [0; 0]), [0; 1.5], 1e-13);
end

function several ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'arm', 'joint', 'cylindrical', 'mass', 1, ...
    'inertia', 2);
tree = geomsaddbody (tree, 'ball', 'parent', 'arm', 'joint', 'spherical', 'mass', 1, 'inertia', 1);
one = geomsaddforce (tree, 'joint', 'arm.v2', 'torque', 6);
one = geomsaddforce (one, 'joint', 'ball', 'damping', 0.5);
sys = geomssys (one);
check (isequal (sys.tree.forces(34, :), [2 3 4 5]));
check (isequal (sys.tree.names.forces, {'arm.v2', 'ball.w1', 'ball.w2', 'ball.w3'}));
check_error ('geoms:tree:unknown', @() add (tree, 'joint', 'arm', 'torque', 6), 'arm.v1, arm.v2');
check_error ('geoms:tree:unknown', @() add (tree, 'joint', 'arm.v3', 'torque', 6), 'arm.v1');
check_error ('geoms:tree:value', @() add (tree, 'joint', 'ball.w1', 'stiffness', 6), 'quaternion');
end

function tree = add (varargin)
tree = geomsaddforce (varargin{:});
end

function names ()
tree = geomsaddforce (slide (), 'joint', 'box', 'damping', 4);
tree = geomsaddforce (tree, 'joint', 'box', 'stiffness', 4);
tree = geomsaddforce (tree, 'spring', 'ground', 'box', 'stiffness', 4);
tree = geomsaddforce (tree, 'spring', 'ground', 'box', 'stiffness', 4, 'name', 'shock');
sys = geomssys (tree);
check (isequal (sys.tree.names.forces, {'box', 'box 2', 'spring3', 'shock'}));
check_error ('geoms:tree:twice', @() add (tree, 'force', 'box', 'value', [1 0 0], 'name', 'shock'));
end

function refused ()
tree = slide ();
check_error ('geoms:tree:kind', @() add (tree, 'sprin', 'ground', 'box'), '''spring''');
check_error ('geoms:tree:unknown', @() add (tree, 'spring', 'ground', 'bx'), '''box''');
check_error ('geoms:tree:loop', @() add (tree, 'spring', 'box', {'box', [1 0 0]}), 'same body');
check_error ('geoms:tree:loop', @() add (tree, 'force', 'ground', 'value', [1 0 0]), 'ground');
check_error ('geoms:tree:value', @() add (tree, 'force', 'box'), '''value''');
check_error ('geoms:tree:value', @() add (tree, 'force', 'box', 'value', 1));
check_error ('geoms:tree:value', @() add (tree, 'spring', 'ground', 'box', 'stiffness', [1 2]));
check_error ('geoms:tree:value', @() add (tree, 'joint', 'box', 'friction', 1, 'speed', 0), ...
    'speed');
check_error ('geoms:tree:option', @() add (tree, 'joint', 'box', 'stifness', 1), '''stiffness''');
check_error ('geoms:tree:option', @() add (tree, 'force', 'box', 'stiffness', 1));
check_error ('geoms:tree:unknown', @() add (tree, 'joint', 'ground', 'damping', 1));
check_error ('geoms:arguments:number', @() add (tree, 'spring', 'box'));
check_error ('geoms:tree:output', @() geomsaddforce (tree, 'joint', 'box', 'damping', 1));
end
