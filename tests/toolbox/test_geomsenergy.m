function [passed, failed] = test_geomsenergy ()
%TEST_GEOMSENERGY  Energy and work of trees: total - work stays, and parts that are known.

cases = {
    'an oscillator: kinetic, potential, and what its damper takes', @oscillator
    'total - work stays, with all kinds of forces, whatever the method', @balance
    'driven joints, loads in time, springs behind dampers', @in_time
    'couplings and constraints that move, laws, forces of the user', @pushed
    'a crane whose trolley a table moves: the work is split at its times', @crane
    'free bodies in space: the energy stays', @free
    'times within the run, backwards, after events', @times
    'refused', @refused};
[passed, failed] = geoms_suite ('geomsenergy', cases);

end

% m x'' = -c x, m = 2, c = 8, x = cos (2 t)
function oscillator ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'box', 'joint', 'prismatic', 'mass', 2, ...
    'q', 1);
tree = geomsaddforce (tree, 'joint', 'box', 'stiffness', 8);
sys = geomssys (tree);
t = linspace (0, 1, 5);
e = geomsenergy (tight (sys, [0 1]), sys, t);
check_close (e.kinetic, 4 * sin (2 * t).^2, 1e-7);
check_close (e.potential, 4 * cos (2 * t).^2, 1e-7);
check_close (e.total, 4 + 0 * t, 1e-7);
check (~any (e.work) && ~any (e.power) && isequal (e.t, t));
% v = exp (-2 t): the damper takes all but exp (-4 t)
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'box', 'joint', 'prismatic', 'mass', 2, ...
    'v', 1);
sys = geomssys (geomsaddforce (tree, 'joint', 'box', 'damping', 4));
e = geomsenergy (tight (sys, [0 1]), sys, t);
check_close (e.work, exp (-4 * t) - 1, 1e-8);
check_close (e.power, -4 * exp (-4 * t), 1e-7);
end

function sol = tight (sys, span, varargin)
sol = geoms (sys, span, struct (), 'RelTol', 1e-10, 'AbsTol', 1e-10, varargin{:});
end

function sys = driven ()
rod = {'mass', 1, 'com', [0.5 0], 'inertia', 0.1};
tree = geomsaddbody (geomstree ('planar', true), 'a', rod{:});
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0], rod{:});
tree = geomsaddforce (tree, 'force', {'b', [1 0]}, 'value', [3 1], 'axes', 'body');
tree = geomsaddforce (tree, 'torque', 'a', 'value', 2);
tree = geomsaddforce (tree, 'spring', {'b', [1 0]}, 'ground', 'stiffness', 20, 'damping', 1);
tree = geomsaddforce (tree, 'joint', 'b', 'damping', 0.3, 'stiffness', 2, 'torque', 0.5, ...
    'friction', 0.2, 'speed', 0.1);
sys = geomssys (tree);
end

function balance ()
sys = driven ();
bound = struct ('radau5', 1e-7, 'bdf', 1e-6, 'dopri5', 1e-7);
for method = {'radau5', 'bdf', 'dopri5'}
    e = geomsenergy (tight (sys, [0 3], 'Method', method{1}), sys);
    check_close (e.total - e.work, e.total(1) + 0 * e.t, bound.(method{1}));
    check (e.work(end) < -1 && max (abs (e.power)) > 1);
end
end

% what drives a joint does work
function in_time ()
rod = {'mass', 1, 'com', [0.5 0 0], 'inertia', [0.1 0.2 0.2]};
tree = geomsaddbody (geomstree (), 'crank', 'axis', 'y', rod{:}, 'motion', @(t) [sin(3 * t); ...
    3 * cos(3 * t); -9 * sin(3 * t)]);
tree = geomsaddbody (tree, 'arm', 'parent', 'crank', 'at', [1 0 0], 'joint', 'universal', rod{:});
tree = geomsaddbody (tree, 'end', 'parent', 'arm', 'at', [1 0 0], 'axis', 'y', rod{:});
tree = geomsaddforce (tree, 'joint', 'end', 'stiffness', 30, 'damping', 0.1);
tree = geomsaddforce (tree, 'force', 'end', 'value', @(t) [0 2 * sin(5 * t) 0]);
tree = geomsaddforce (tree, 'series', 'end', 'ground', 'stiffness', 20, 'damping', 3);
sys = geomssys (tree);
e = geomsenergy (tight (sys, [0 2]), sys);
check_close (e.total - e.work, e.total(1) + 0 * e.t, 1e-6);
check (max (abs (e.work)) > 1);
end

% I w'' = 2 lambda, w = t^2 / 2: the power is 2 t; a coupling, and a row of the user's own
function pushed ()
wheel = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'w', 'mass', 1, 'inertia', 2);
t = linspace (0, 1, 5);
offset = {@(t) [t^2/2; t; 1], [0 0.5 1 2; 0 0.125 0.5 2]};
systems = cell (1, 3);
for i = 1:2
    systems{i} = geomssys (geomsaddjoint (wheel, 'coupling', {'w'}, 1, 'offset', offset{i}));
end
systems{3} = geomssys (wheel, 'constraint', @(t,p) p - t^2/2, 'constraintJacobian', @(t,p) 1, ...
    'constraintVelocity', @(t,p,v) v - t, 'constraintAcceleration', @(t,p,v) -1);
for i = 1:3
    e = geomsenergy (geoms (systems{i}, [0 1]), systems{i}, t);
    check_close (e.power, 2 * t, 1e-10);
    check_close (e.work, t.^2, 1e-10);
    check_close (e.total, t.^2, 1e-10);
end
% with what bodies do to each other
rod = {'mass', 1, 'com', [0.5 0], 'inertia', 0.1};
tree = geomsaddbody (geomstree ('planar', true), 'a', rod{:});
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0], rod{:});
tree = geomsaddbody (tree, 'c', 'at', [3 0], rod{:});
tree = geomsaddjoint (tree, 'coupling', {'a', 'c'}, [1 -2], 'offset', @(t) [sin(3*t); ...
    3*cos(3*t); -9*sin(3*t)]);
tree = geomsaddforce (tree, 'law', @(t,p,v,X) [-X.b.w, -2 * X.b.v(:)'], {'b'});
sys = geomssys (tree, 'force', @(t,p,v) [sin(t); 0; -v(3)], ...
    'constraint', @(t,p) p(1) + p(2) - t^2/4, 'constraintJacobian', @(t,p) [1 1 0], ...
    'constraintVelocity', @(t,p,v) v(1) + v(2) - t/2, 'constraintAcceleration', @(t,p,v) -0.5);
e = geomsenergy (tight (sys, [0 2], 'Display', 'off'), sys);
check_close (e.total - e.work, e.total(1) + 0 * e.t, 1e-7);
check (max (abs (e.work)) > 1);
end

% 1e-3 where the quadrature passes over the knots of the spline
function crane ()
table = [0:0.5:5; 0 0 0.2 0.8 1.6 2.4 3 3.3 3.4 3.4 3.4];
tree = geomsaddbody (geomstree ('planar', true), 'trolley', 'joint', 'prismatic', 'axis', 'x', ...
    'mass', 10, 'motion', table);
tree = geomsaddbody (tree, 'load', 'joint', 'planar', 'mass', 5, 'inertia', 1, 'q', [0 -3 0]);
sys = geomssys (geomsaddjoint (tree, 'rod', 'trolley', 'load', 'name', 'rope'));
sol = geoms (sys, [0 5], struct (), 'RelTol', 1e-8, 'AbsTol', 1e-8);
e = geomsenergy (sol, sys);
check_close (e.total - e.work, e.total(1) + 0 * e.t, 1e-5);
check_close (e.work(end), 14.19669, 1e-4);
back = geoms (sys, [5 0], struct ('p', sol.p(:, end), 'v', sol.v(:, end)), 'RelTol', 1e-8, ...
    'AbsTol', 1e-8);
e = geomsenergy (back, sys);
check_close (e.total - e.work, e.total(1) + 0 * e.t, 1e-5);
end

function free ()
tree = geomsaddbody (geomstree (), 'a', 'joint', 'free', 'mass', 2, 'com', [0.1 0 0.2], ...
    'inertia', [1 2 2.5], 'v', [1 0 3 1 2 3]);
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0 0], 'joint', 'universal', 'mass', 1, ...
    'com', [0 0 1], 'inertia', [1 1 0.1]);
sys = geomssys (tree);
e = geomsenergy (tight (sys, [0 2]), sys);
check_close (e.total, e.total(1) + 0 * e.t, 1e-6);
check (max (e.kinetic) - min (e.kinetic) > 1 && ~any (e.work));
end

function times ()
sys = driven ();
sol = tight (sys, [0 1]);
all = geomsenergy (sol, sys);
one = geomsenergy (sol, sys, [1 0.5 0]);
check_close (one.work(1), all.work(end), 1e-9);
check (one.work(3) == 0 && one.work(2) ~= 0);
back = tight (sys, [1 0]);
e = geomsenergy (back, sys);
check_close (e.total - e.work, e.total(1) + 0 * e.t, 1e-7);
sol = geomsextend (sol, sys, 2);
e = geomsenergy (sol, sys);
check_close (e.total - e.work, e.total(1) + 0 * e.t, 1e-7);
end

function refused ()
sys = driven ();
check_error ('geoms:arguments:number', @() geomsenergy (geoms (sys, [0 0.1])));
sol = geoms (sys, [0 0.1], struct (), 'Dense', 'off');
check_error ('geoms:dense:missing', @() geomsenergy (sol, sys));
one = geomssys ('mass', 1, 'force', @(t,p,v) -p);
check_error ('geoms:results:system', @() geomsenergy (sol, one), 'mechanical');
check_error ('geoms:results:solution', @() geomsenergy (1, sys));
end
