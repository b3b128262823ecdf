function [passed, failed] = test_geomsmotion ()
%TEST_GEOMSMOTION  Motions of bodies and points of trees: known ones, and derivatives.

cases = {
    'a point of a wheel that turns at constant speed', @wheel
    'velocities and accelerations are derivatives, for many joints', @derivatives
    'angles of planar trees count turns', @angles
    'driven joints', @driven
    'markers, ground, fixed bodies', @markers
    'accelerations that nothing tells are NaN', @massless
    'states that say nothing are told with their time', @states
    'refused', @refused};
[passed, failed] = geoms_suite ('geomsmotion', cases);

end

function wheel ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'wheel', 'axis', 'y', 'at', [1 2 3], ...
    'mass', 1, 'inertia', 2, 'v', 3);
sys = geomssys (tree);
t = linspace (0, 2, 7);
m = geomsmotion (geoms (sys, [0 2]), sys, {'wheel', [0.5 1 0]}, t);
zero = 0 * t;
check_close (m.x, [1 + 0.5 * cos(3 * t); 3 + zero; 3 - 0.5 * sin(3 * t)], 1e-12);
check_close (m.v, 1.5 * [-sin(3 * t); zero; -cos(3 * t)], 1e-12);
check_close (m.a, 4.5 * [-cos(3 * t); zero; sin(3 * t)], 1e-11);
check_close (m.w, [zero; 3 + zero; zero], 1e-12);
check_close (m.alpha, zeros (3, 7), 1e-11);
check_close (m.R(:, 1, 4), [cos(3); 0; -sin(3)], 1e-12);
check (isequal (m.t, t));
end

function derivatives ()
tree = geomstree ();
add = {'mass', 1, 'com', [0.1 0.2 0.3], 'inertia', [0.3 0.4 0.5]};
tree = geomsaddbody (tree, 'a', 'joint', 'universal', 'turn', [0.3 0.2 0.1], add{:}, 'v', [1 2]);
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0 0], 'joint', 'spherical', add{:}, ...
    'v', [0.5 -1 2]);
tree = geomsaddbody (tree, 'c', 'parent', 'b', 'at', [0 1 0], 'joint', 'screw', 'pitch', 0.2, ...
    'axis', [1 1 0], add{:});
tree = geomsaddbody (tree, 'd', 'parent', 'c', 'at', [0 0 1], 'joint', 'free', add{:});
sys = geomssys (tree);
sol = geoms (sys, [0 1], struct (), 'RelTol', 1e-10, 'AbsTol', 1e-10);
h = 1e-4;
for name = 'abcd'
    m = geomsmotion (sol, sys, {name, [0.3 -0.2 0.4]}, 0.6 + [-h 0 h]);
    check_close ((m.x(:, 3) - m.x(:, 1)) / (2 * h), m.v(:, 2), 1e-5);
    check_close ((m.v(:, 3) - m.v(:, 1)) / (2 * h), m.a(:, 2), 1e-4);
    check_close ((m.w(:, 3) - m.w(:, 1)) / (2 * h), m.alpha(:, 2), 1e-4);
    spin = (m.R(:, :, 3) - m.R(:, :, 1)) / (2 * h) * m.R(:, :, 2)';
    check_close (spin([6 7 2]'), m.w(:, 2), 1e-5);
end
end

function angles ()
tree = geomstree ('planar', true, 'gravity', [0 0]);
tree = geomsaddbody (tree, 'one', 'turn', 2.5, 'mass', 1, 'inertia', 1, 'v', 4);
tree = geomsaddbody (tree, 'two', 'parent', 'one', 'turn', 2.5, 'mass', 1, 'inertia', 1, 'v', 5);
sys = geomssys (tree);
sol = geoms (sys, [0 3]);
m = geomsmotion (sol, sys, 'one');
check_close (m.angle, 2.5 + 4 * sol.t, 1e-9);
check_close (m.w, 4 + 0 * sol.t, 1e-9);
m = geomsmotion (sol, sys, 'two');
check_close (m.angle, 5 - 2 * pi + 9 * sol.t, 1e-9);
k = numel (sol.t);
check (isequal (size (m.x), [2 k]) && isequal (size (m.R), [2 2 k]) && isequal (size (m.a), [2 k]));
check_close (m.R(2, 1, end), sin (m.angle(end)), 1e-12);
end

% the first joint turns 3 t, the second 2 t on it
function driven ()
tree = geomstree ('planar', true, 'gravity', [0 0]);
tree = geomsaddbody (tree, 'one', 'mass', 1, 'inertia', 1, 'motion', @(t) [3 * t; 3; 0]);
tree = geomsaddbody (tree, 'two', 'parent', 'one', 'at', [1 0], 'mass', 1, 'inertia', 1, 'v', 2);
sys = geomssys (tree);
t = linspace (0, 4, 9);
m = geomsmotion (geoms (sys, [0 4]), sys, 'two', t);
check_close (m.angle, 5 * t, 1e-8);
check_close (m.x, [cos(3 * t); sin(3 * t)], 1e-12);
check_close (m.a, -9 * m.x, 1e-11);
end

function markers ()
tree = geomsaddbody (geomstree (), 'arm', 'mass', 1, 'inertia', 1, 'com', [1 0 0], 'axis', 'y');
tree = geomsaddbody (tree, 'tip', 'parent', 'arm', 'at', [2 0 0], 'joint', 'fixed', 'mass', 1, ...
    'inertia', 1);
tree = geomsaddmarker (tree, 'arm.end', [2 0 0], [0 0 pi/2]);
tree = geomsaddmarker (tree, 'ground.hook', [1 2 3]);
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
a = geomsmotion (sol, sys, 'arm.end');
b = geomsmotion (sol, sys, 'tip');
check_close (a.x, b.x, 1e-13);
check_close (a.a, b.a, 1e-11);
check_close (a.R(:, 1, end), b.R(:, 2, end), 1e-13);
g = geomsmotion (sol, sys, 'ground.hook', [0.1 0.2]);
check (isequal (g.x, [1 1; 2 2; 3 3]) && ~any (g.v(:)) && ~any (g.a(:)) && ~any (g.w(:)));
end

% a body without mass between two dampers; the second has a mass
function massless ()
tree = geomstree ('planar', true, 'gravity', [0 0]);
tree = geomsaddbody (tree, 'one', 'joint', 'prismatic', 'q', 0.05);
tree = geomsaddbody (tree, 'two', 'parent', 'one', 'joint', 'prismatic', 'mass', 2);
for name = {'one', 'two'}
    tree = geomsaddforce (tree, 'joint', name{1}, 'stiffness', 100, 'damping', 1);
end
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
one = geomsmotion (sol, sys, 'one');
two = geomsmotion (sol, sys, 'two');
check (all (isnan (one.a(:))) && all (isfinite (one.v(:))));
check_close (2 * two.a(1, :), -100 * sol.p(2, :) - sol.v(2, :), 1e-9);
end

function states ()
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'inertia', 1, 'q', 0.5);
tree = geomsaddforce (tree, 'spring', {'arm', [1 0]}, {'ground', [1 0]}, 'stiffness', 1);
sys = geomssys (tree);
sol = geoms (sys, [0 1 2 3]);
sol.y(sys.index.p, 3) = 0;
check_error ('geoms:results:state', @() geomsmotion (sol, sys, 'arm'), ...
    'At t = 2, state 3 of 4, both ends of a spring');
% a ring without mass, in it a rod that stands on its axis in the last state
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'ring');
tree = geomsaddbody (tree, 'rod', 'parent', 'ring', 'axis', 'x', 'mass', 1, 'com', [0 0 1], 'q', 1);
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
sol.y(sys.index.p, end) = 0;
check_error ('geoms:results:state', @() geomsmotion (sol, sys, 'rod'), 'lost its inertia');
end

function refused ()
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'inertia', 1);
tree = geomsaddmarker (tree, 'arm.tip', [1 0]);
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
check_error ('geoms:arguments:number', @() geomsmotion (sol, sys));
check_error ('geoms:tree:unknown', @() geomsmotion (sol, sys, 'amr'), '''arm''');
check_error ('geoms:tree:unknown', @() geomsmotion (sol, sys, 'arm.tp'), '''arm.tip''');
check_error ('geoms:tree:point', @() geomsmotion (sol, sys, 3));
check_error ('geoms:tree:value', @() geomsmotion (sol, sys, {'arm', [1 2 3]}));
check_error ('geoms:val:range', @() geomsmotion (sol, sys, 'arm', 2));
check_error ('geoms:results:solution', @() geomsmotion (sys, sol, 'arm'));
one = geomssys ('mass', 1, 'force', @(t,p,v) -p);
check_error ('geoms:results:system', @() geomsmotion (sol, one, 'arm'), 'mechanical');
other = geomssys (geomsaddbody (tree, 'more', 'mass', 1, 'inertia', 1));
check_error ('geoms:results:system', @() geomsmotion (sol, other, 'arm'), 'another');
end
