function [passed, failed] = test_geomsaddforce ()
%TEST_GEOMSADDFORCE  Force elements of trees: motions that are known, and what is refused.

cases = {
    'an oscillator of a spring between points, and of one in the joint', @oscillators
    'a damper brings to rest, friction in time', @dampers
    'forces and torques in axes of the world, the body and others', @vectors
    'forces of joints with several velocities', @several
    'functions of time: handles and tables', @times
    'stops', @stops
    'spring and damper one behind the other', @series
    'bushings', @bushings
    'parameters', @parameters
    'a spring without length is told', @short
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

% 2 x'' = 2 cos t from rest
function times ()
T = linspace (0, 2, 41);
for value = {@(t) [2*cos(t), 0, 0], @(t) [2*cos(t); 0; 0], [T; 2*cos(T); 0*T; 0*T], ...
        struct('t', T, 'values', [2*cos(T); 0*T; 0*T])}
    tree = geomsaddforce (slide (), 'force', 'box', 'value', value{1});
    sys = geomssys (tree);
    check (~sys.autonomous);
    check_close (at_end (tree, 2), 1.5 + 1 - cos (2), 1e-7);
end
for value = {@(t) 2*cos(t), [T; 2*cos(T)]}
    tree = geomsaddforce (slide (), 'joint', 'box', 'torque', value{1}, 'damping', 0);
    check_close (at_end (tree, 2), 1.5 + 1 - cos (2), 1e-7);
end
% a table goes on beyond its ends: a cubic is met everywhere
tree = geomsaddforce (slide (), 'joint', 'box', 'torque', [0 1 2 3; 0 1 8 27] .* [1; 2]);
check_close (check_warning ('geoms:tree:tableEnds', @() at_end (tree, 4)), 1.5 + 4^5 / 20, 1e-5);
table_ends (tree);
flat = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'arm', 'mass', 1, 'inertia', 2);
tree = geomsaddforce (flat, 'torque', 'arm', 'value', @(t) 2 * t);
check_close (at_end (tree, 1), 1/6, 1e-9);
tree = geomsaddbody (geomstree ('gravity', @(t) [0 0 -6*t]), 'box', 'joint', 'prismatic', ...
    'mass', 1);
check_close (at_end (tree, 1), -1, 1e-9);
refused_times ();
end

% a run outlasts a table: told once at its start, in both directions, and where it goes on
function table_ends (tree)
sys = geomssys (tree);
sol = check_warning ('', @() geoms (sys, [0 3]));
check_warning ('', @() geoms (sys, [3 0]));
check_warning ('geoms:tree:tableEnds', @() geoms (sys, [-1 3]));
check_warning ('geoms:tree:tableEnds', @() geoms (sys, [3 -1]));
check_warning ('', @() geoms (sys, [0 4], struct (), 'Display', 'off'));
check_warning ('geoms:tree:tableEnds', @() geomsextend (sol, sys, 3.5));
[message, ~] = lastwarn ();
found = cellfun (@(word) any (strfind (message, word)), {'''box''', 'from t = 0 to 3', '3.5'});
check (all (found), '%s', message);
% one that is constant goes on as it is; others are counted
tree = geomsaddforce (tree, 'force', 'box', 'value', [0 1; 2 2; 0 0; 0 0]);
sys = geomssys (tree);
check_warning ('', @() geoms (sys, [0 2]));
tree = geomsaddforce (tree, 'force', 'box', 'value', [0 1; 2 3; 0 1; 0 0], 'name', 'push');
sys = geomssys (tree);
check_warning ('geoms:tree:tableEnds', @() geoms (sys, [0 4]));
[message, ~] = lastwarn ();
check (any (strfind (message, '1 more')), '%s', message);
end

function refused_times ()
tree = slide ();
force = @(value) @() add (tree, 'force', 'box', 'value', value, 'name', 'push');
check_error ('geoms:tree:time', force (@(t) [1 2]), '''value''');
check_error ('geoms:tree:time', force (@(t) [1 2 NaN]), 't = 0');
check_error ('geoms:tree:time', force (@(t, p) [1 2 3] * p), '@(t)');
check_error ('geoms:tree:table', force ([0 1 1; zeros(3)]), 'Time number 3, 1, does not');
check_error ('geoms:tree:table', force (struct ('t', {}, 'values', {})), 'at least 2.');
check_error ('geoms:tree:table', force (struct ('t', [0 1], 'values', [0 1])), '3 x numel');
check_error ('geoms:tree:value', @() add (tree, 'joint', 'box', 'stiffness', @(t) t));
late = add (tree, 'force', 'box', 'value', @(t) [1 2 3] ./ (t < 0.5), 'name', 'push');
check_error ('geoms:tree:time', @() at_end (late, 1), 'push');
late = add (tree, 'joint', 'box', 'torque', @(t) raised (t));
check_error ('users:own', @() at_end (late, 1));
end

function y = raised (t)
y = t;
if t > 0.5
    error ('users:own', 'mine');
end
end

% the energy that a stop without damping takes is given back, with damping some is lost
function stops ()
tree = geomsaddforce (slide (), 'stop', 'box', [-Inf 2], 'stiffness', 1000);
sol = geoms (geomssys (tree), [0 0.55 2], struct ('v', 1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
y = sol.v(2)^2 + 0.4 * 1000 * max (sol.p(2) - 2, 0) ^ 2.5;
check_close ([y, sol.v(end)], [1, -1], 1e-6);
check (sol.p(2) > 2);
soft = geomsaddforce (slide (), 'stop', 'box.q', [1 2], 'stiffness', 1000, 'damping', 0.2);
sol = geoms (geomssys (soft), [0 1], struct ('v', 1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check (sol.v(end) < -0.5 && sol.v(end) > -0.95);
check_error ('geoms:tree:value', @() add (slide (), 'stop', 'box', [2 1], 'stiffness', 1), 'lower');
check_error ('geoms:tree:value', @() add (slide (), 'stop', 'box', [1 2]), '''stiffness''');
check_error ('geoms:tree:value', @() add (slide (), 'stop', 'box', [1 2], 'stiffness', 1, ...
    'damping', -1), '''damping''');
check_error ('geoms:tree:unknown', @() add (slide (), 'stop', 'box.q2', [1 2], 'stiffness', 1), ...
    'box.q');
check_error ('geoms:arguments:number', @() add (slide (), 'stop', 'box'));
end

% 2 x'' = -8 (x - 1 - r),  4 r' = 8 (x - 1 - r); the same with a ball without mass between the two
function series ()
tree = geomsaddforce (slide (), 'series', 'ground', 'box', 'stiffness', 8, 'damping', 4, ...
    'length', 1, 'name', 'shock');
sys = geomssys (tree);
check (isequal (sys.names.r, {'shock.r'}));
sol = geoms (sys, [0 1], struct (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
y = expm ([0 1 0; -4 0 4; 2 0 -2]) * [0.5; 0; 0];
check_close ([sol.p(end); sol.v(end); sol.r(end)], y + [1; 0; 0], 1e-7);
sol = geoms (sys, [0 1], struct ('r', 0.5), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(end), 1.5, 1e-12);
tree = geomsaddbody (slide (), 'ball', 'joint', 'prismatic', 'axis', 'x', 'q', 1);
tree = geomsaddforce (tree, 'joint', 'ball', 'damping', 4);
tree = geomsaddforce (tree, 'spring', 'ball', 'box', 'stiffness', 8, 'length', 0);
sol = geoms (geomssys (tree), [0 1], struct (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(1, end), y(1) + 1, 1e-7);
check_error ('geoms:tree:value', @() add (slide (), 'series', 'ground', 'box', 'stiffness', 8), ...
    '''damping''');
check_error ('geoms:tree:value', @() add (slide (), 'series', 'ground', 'box', 'stiffness', 0, ...
    'damping', 1), 'positive');
end

% along x and about z on their own:  2 x'' = -8 x,   3 a'' = -12 a - 3 a'
function bushings ()
block = @() geomsaddbody (geomstree ('gravity', [0 0 0]), 'block', 'joint', 'free', ...
    'mass', 2, 'inertia', [1 2 3], 'q', [1 2 3 cos(.3) 0 0 sin(.3)]);
v = {struct('v', [1 0 0 0 0 1]')};
e = expm ([0 1; -4 -1]) * [0; 1];
exact = [1 + sin(2)/2; 2; 3; cos(.3 + e(1)/2); 0; 0; sin(.3 + e(1)/2)];
for D = {[0 0 0 0 0 3], diag([0 0 0 0 0 3])}
    tree = geomsaddforce (block (), 'bushing', {'ground', [1 2 3]}, 'block', 'stiffness', ...
        [8 8 8 4 4 12], 'damping', D{1});
    check (isequal (size (getfield (geomssys (tree), 'tree', 'bushings')), [72 1]));
    sol = geoms (geomssys (tree), [0 1], v{1}, 'RelTol', 1e-9, 'AbsTol', 1e-9);
    check_close (sol.p(:, end), exact, 1e-7);
end
% a marker with axes of its own: the rest is where the axes are parallel
tree = geomsaddmarker (block (), 'block.eye', [0 0 0], [0 0 0]);
tree = geomsaddforce (tree, 'bushing', {'ground', [1 2 3]}, 'block.eye', 'stiffness', ...
    [8 8 8 4 4 12]);
sol = geoms (geomssys (tree), [0 pi/4], struct (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(4:7, end), [1; 0; 0; 0], 1e-7);
% in the plane
tree = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'block', 'joint', 'planar', ...
    'mass', 2, 'inertia', 3);
tree = geomsaddforce (tree, 'bushing', 'ground', 'block', 'stiffness', [8 8 12], ...
    'damping', [0 0 3]);
sol = geoms (geomssys (tree), [0 1], struct ('v', [1 0 1]'), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(:, end), [sin(2)/2; 0; e(1)], 1e-7);
check_error ('geoms:tree:value', @() add (tree, 'bushing', 'ground', 'block', 'stiffness', 1), ...
    '3 x 3');
check_error ('geoms:tree:value', @() add (tree, 'bushing', 'ground', 'block', 'stiffness', ...
    [1 2 3; 0 1 0; 0 0 1]), 'symmetric');
check_error ('geoms:arguments:number', @() add (tree, 'bushing', 'ground'));
end

function parameters ()
tree = geomsaddforce (slide (), 'series', 'ground', 'box', 'stiffness', 8, 'damping', 4, 'name', ...
    'shock');
tree = geomsaddforce (tree, 'stop', 'box', [1 2], 'stiffness', 9, 'name', 'wall');
tree = geomsaddforce (tree, 'bushing', 'ground', 'box', 'stiffness', 1:6, 'name', 'mount');
tree = geomsaddforce (tree, 'joint', 'box', 'torque', @(t) t, 'stiffness', 3);
sys = geomssys (tree, 'parameters', {'shock.stiffness', 'wall.upper', 'mount.stiffness', ...
    'mount.damping(6)', 'box.stiffness'});
check (isequal (sys.parameters, [8 2 1:6 0 3]'));
sys = geomssys (sys, 'parameters', [7 3 6:-1:1 5 2]');
check (isequal (sys.tree.bushings([1:7:36, 72])', [6:-1:1, 5]));
check (isequal ([sys.tree.forces(35, 1), sys.tree.forces(43, 2), sys.tree.forces(35, 4)], [7 3 2]));
change = @(q) @() geomssys (sys, 'parameters', q);
check_error ('geoms:tree:parameter', change ([0 3 6:-1:1 5 2]'), 'shock.stiffness');
check_error ('geoms:tree:parameter', change ([7 1 6:-1:1 5 2]'), 'wall');
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', {'box.torque'}), ...
    'function of time');
tree = geomsaddforce (slide (), 'joint', 'box', 'friction', 1, 'speed', 0.1);
sys = geomssys (geomsaddforce (tree, 'stop', 'box', [1 2], 'stiffness', 9), 'parameters', ...
    {'box.speed', 'stop2.stiffness'});
change = @(q) @() geomssys (sys, 'parameters', q);
check_error ('geoms:tree:parameter', change ([0 9]), 'box.speed');
check_error ('geoms:tree:parameter', change ([1 0]), 'stop2.stiffness');
end

function short ()
tree = geomsaddbody (geomstree (), 'box', 'joint', 'prismatic', 'mass', 1);
tree = geomsaddforce (tree, 'spring', 'ground', 'box', 'stiffness', 5, 'name', 'rubber');
sol = geoms (geomssys (tree), [0 1], [], 'Display', 'off');
check (~isempty (strfind (sol.info.remedy, '''rubber'': its two points coincide')));
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
pinned = geomsaddjoint (tree, 'spherical', 'ground', 'box', 'name', 'pin');
check_error ('geoms:tree:unknown', @() add (pinned, 'joint', 'pin', 'damping', 1), 'bushing');
check_error ('geoms:tree:parameter', @() geomssys (pinned, 'parameters', {'pin.length'}), 'body.at(1)');
check_error ('geoms:arguments:number', @() add (tree, 'spring', 'box'));
check_error ('geoms:tree:value', @() add (tree, 'spring', 'ground', 'box'), '''damping''');
check_error ('geoms:tree:value', @() add (tree, 'bushing', 'ground', 'box'), '''stiffness''');
check_error ('geoms:tree:value', @() add (tree, 'joint', 'box', 'rest', 1), '''friction''');
check_error ('geoms:tree:time', @() add (tree, 'joint', 'box', 'torque', @(t,p,v) 1 - v), 'time alone');
check_error ('geoms:tree:twice', @() add (tree, 'force', 'box', 'value', [1 0 0], 'name', ...
    'box'), 'body ''box''');
check_error ('geoms:tree:unknown', @() add (tree, 'force', 'box.tip', 'value', [1 0 0]), ...
    'geomsaddmarker (tree, ''box.tip'', ...)');
check_error ('geoms:tree:output', @() geomsaddforce (tree, 'joint', 'box', 'damping', 1));
end
