function [passed, failed] = test_geomsaddjoint ()
%TEST_GEOMSADDJOINT  Joints that close loops: rows, axes, flipped starts, and what is refused.

cases = {
    'all kinds have their rows, and the motion of the same joint in the tree', @kinds
    'all kinds in the plane', @planar
    'axes of markers', @markers
    'a rod as drawn and of a given length', @rods
    'couplings', @couplings
    'a wheel: rows, levels, energy, forces where it touches', @wheels
    'a wheel in the plane, a ball on a slope: exact motions and forces', @slopes
    'a blade, beside the same row of the user''s own', @blades
    'a wheel that is held upright says what its bearings say', @upright
    'wheels and blades with all formulations', @formulations
    'a blade holds an arm without mass, which follows the tractrix', @tractrix
    'a coin that falls flat: the run ends there', @falls
    'what rolls or slides: refused', @rolling_refused
    'a flipped start is refused', @flipped
    'refused', @refused};
[passed, failed] = geoms_suite ('geomsaddjoint', cases);

end

% a free body that is tied to the ground moves as one that the same joint carries
function kinds ()
list = {'spherical', 3, 'spherical'; 'revolute', 5, 'revolute'; 'universal', 4, 'universal'; ...
    'cylindrical', 4, 'cylindrical'; 'prismatic', 5, 'prismatic'; 'planar', 3, 'planar'; ...
    'fixed', 6, 'fixed'; 'line', 2, ''; 'plane', 1, ''; 'rod', 1, ''};
for i = 1:size (list, 1)
    at = {'at', [0.3 0.2 0.1], 'turn', [0 0.4 0]};
    point = {'arm', [0.5 * strcmp(list{i, 1}, 'rod'), 0, 0]};
    sys = geomssys (geomsaddjoint (two (at, 'free'), list{i, 1}, 'ground.seat', point));
    check (sys.dims.nl == list{i, 2} && numel (sys.names.lambda) == list{i, 2});
    report = geomscheck (sys, 0, struct ());
    check (report.ok, list{i, 1});
    sol = geoms (sys, [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check (max (sol.residual.relative(:)) < 1e-12, list{i, 1});
    if ~isempty (list{i, 3})
        same = geoms (geomssys (two (at, list{i, 3})), [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
        check_close (sol.p(end, end), same.p(end, end), 1e-6);
    end
end
end

function tree = two (at, joint)
tree = geomsaddbody (geomstree ('gravity', [3 1 -9]), 'arm', 'mass', 1, 'com', [0.4 0.1 0.2], ...
    'inertia', 1, 'joint', joint, at{:});
tree = geomsaddbody (tree, 'hand', 'parent', 'arm', 'at', [1 0 0], 'axis', 'y', 'mass', 1, ...
    'com', [0.2 0 0], 'inertia', 1);
tree = geomsaddmarker (tree, 'ground.seat', at{2}, at{4});
end

function planar ()
list = {'revolute', 2, 'revolute'; 'spherical', 2, 'revolute'; 'prismatic', 2, 'prismatic'; ...
    'fixed', 3, 'fixed'; 'line', 1, ''; 'cylindrical', 1, ''; 'rod', 1, ''};
for i = 1:size (list, 1)
    point = {'arm', [0.5 * strcmp(list{i, 1}, 'rod'), 0]};
    sys = geomssys (geomsaddjoint (flat ('planar'), list{i, 1}, 'ground', point));
    check (sys.dims.nl == list{i, 2}, list{i, 1});
    report = geomscheck (sys, 0, struct ());
    check (report.ok, list{i, 1});
    sol = geoms (sys, [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check (max (sol.residual.relative(:)) < 1e-12, list{i, 1});
    if ~isempty (list{i, 3})
        same = geoms (geomssys (flat (list{i, 3})), [0 0.3], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
        check_close (sol.p(end, end), same.p(end, end), 1e-6);
    end
end
% a body in the plane that a line guides along [1 1]
tree = geomsaddbody (geomstree ('planar', true), 'box', 'joint', 'planar', 'mass', 1, ...
    'inertia', 1, 'q', [0.5 0.5 0]);
for across = {{'line', 'axis', [1 1]}, {'plane', 'axis', [-1 1]}}
    sys = geomssys (geomsaddjoint (tree, across{1}{1}, 'ground', 'box', across{1}{2:3}));
    sol = geoms (sys, [0 0.5]);
    check_close (sol.p(:, end), [0.5; 0.5; 0] - 9.81 / 16 * [1; 1; 0], 1e-6);
end
end

function tree = flat (joint)
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.4 0.1], ...
    'inertia', 1, 'joint', joint);
tree = geomsaddbody (tree, 'hand', 'parent', 'arm', 'at', [1 0], 'mass', 1, 'com', [0.2 0], ...
    'inertia', 1);
end

function markers ()
tree = geomsaddbody (geomstree (), 'box', 'joint', 'free', 'mass', 1, 'inertia', 1);
tree = geomsaddmarker (tree, 'ground.rail', [0 0 0], [0 pi/2 0]);
tree = geomsaddmarker (tree, 'box.slot', [0 0 0], [0 pi/2 0]);
% z of both is x of the ground
for other = {'box', 'box.slot'}
    sys = geomssys (geomsaddjoint (tree, 'prismatic', 'ground.rail', other{1}));
    sol = geoms (sys, [0 0.1], struct ('v', [1; 0; 0; 0; 0; 0]));
    check_close (sol.p(:, end), [0.1; 0; 0; 1; 0; 0; 0], 1e-12);
end
end

function rods ()
tree = geomsaddbody (geomstree (), 'bob', 'joint', 'free', 'mass', 1, 'inertia', 1, 'q', ...
    [3 0 4 1 0 0 0]);
sys = geomssys (geomsaddjoint (tree, 'rod', 'ground', 'bob'));
check_close (sys.tree.loops(34), 5, 1e-14);
x0 = geomsinit (geomssys (geomsaddjoint (tree, 'rod', 'ground', 'bob', 'length', 6)), 0);
check_close (norm (x0.p(1:3)), 6, 1e-12);
end

function flipped ()
bar = {'mass', 1, 'com', [0.5 0 0], 'inertia', 1};
tree = geomsaddbody (geomstree (), 'a', bar{:});
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0 0], bar{:});
down = geomssys (geomsaddjoint (tree, 'revolute', {'b', [0.5 0 0]}, {'ground', [1.5 0 0]}, ...
    'axisB', [0 0 -1], 'name', 'last'));
check_error ('geoms:tree:flipped', @() geoms (down, [0 1]), '''last''');
check_error ('geoms:tree:flipped', @() geomsinit (down, 0), '180');
up = geomssys (geomsaddjoint (tree, 'revolute', {'b', [0.5 0 0]}, {'ground', [1.5 0 0]}, ...
    'axisB', [0 0 1]));
geomsinit (up, 0);
% a slider that is turned round about its own axis
tree = geomsaddbody (geomstree (), 'box', 'joint', 'cylindrical', 'mass', 1, 'inertia', 1);
slide = geomssys (geomsaddjoint (tree, 'prismatic', 'ground', 'box'));
check_error ('geoms:tree:flipped', @() geoms (slide, [0 1], struct ('p', [0; pi])), 'x axes');
flat = geomsaddbody (geomstree ('planar', true), 'box', 'joint', 'planar', 'mass', 1, 'inertia', 1);
fixed = geomssys (geomsaddjoint (flat, 'fixed', 'ground', 'box'));
check_error ('geoms:tree:flipped', @() geoms (fixed, [0 1], struct ('p', [0; 0; 3])));
end

function tree = add (varargin)
tree = geomsaddjoint (varargin{:});
end

% a gear: q1 + 2 q2 = 0;  a coordinate that a coupling drives
function couplings ()
tree = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), {'a', 'b'}, 'mass', 1, ...
    'inertia', {1, 2});
tree = geomsaddforce (tree, 'joint', 'a', 'torque', 1);
geared = geomsaddjoint (tree, 'coupling', {'a.q', 'b'}, [1 2], 'name', 'gear');
sys = geomssys (geared, 'parameters', {'gear.offset'});
check (isequal (sys.names.lambda, {'gear: coupling'}) && isequal (sys.parameters, 0));
sol = geoms (sys, [0 1], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close ([sol.p(:, end); sol.lambda(end)], [1/3; -1/6; 1/3], 1e-9);
T = linspace (-0.1, 1.1, 61);
for offset = {@(t) [3 + sin(t); cos(t); -sin(t)], [T; 3 + sin(T)]}
    told = geomsaddjoint (tree, 'coupling', {'b.q'}, 2, 'offset', offset{1});
    sol = geoms (geomssys (told), [0 1], struct ('p', [0; 1.5], 'v', [0; 0.5]), 'RelTol', 1e-8, ...
        'AbsTol', 1e-8);
    check_close ([sol.p(2, end); sol.lambda(end)], [1.5 + sin(1)/2; sin(1)/2], [1e-7; 1e-3]);
end
% with a joint that closes a loop: its rows come first
both = geomsaddjoint (geared, 'rod', {'a', [1 0]}, {'b', [3 0]});
check (isequal (getfield (geomssys (both), 'names', 'lambda'), {'rod1: distance', ...
    'gear: coupling'}));
text = evalc ('geomstree (both)');
check (~isempty (strfind (text, 'gear: coupling, 1 a + 2 b')));
couple = @(varargin) @() add (tree, 'coupling', varargin{:});
check_error ('geoms:tree:coupling', couple ({'a', 'a.q'}, [1 1]), 'once');
check_error ('geoms:tree:coupling', couple ({'a', 'b'}, [1 0]), 'not 0');
check_error ('geoms:tree:coupling', couple (3, 1), 'names');
check_error ('geoms:tree:value', couple ({'a', 'b'}, 1), '2');
check_error ('geoms:tree:unknown', couple ({'a.q2'}, 1), 'a.q');
check_error ('geoms:tree:motion', couple ({'a'}, 1, 'offset', @(t) [t; 2; 0]), '''offset''');
check_error ('geoms:tree:twice', @() add (geared, 'coupling', {'a'}, 1, 'name', 'gear'));
top = geomsaddbody (geomstree (), 'top', 'joint', 'spherical', 'mass', 1, 'inertia', 1);
check_error ('geoms:tree:value', @() add (top, 'coupling', {'top.e1'}, 1), 'quaternion');
end

function tree = coin (varargin)
tree = geomsaddbody (geomstree (), 'coin', 'joint', 'free', 'mass', 2, 'inertia', ...
    [0.08 0.16 0.08], 'q', [0 0 0.5 1 0 0 0]);
tree = geomsaddjoint (tree, 'rolling', 'coin', 'ground', 'radius', 0.5, 'name', 'rim', varargin{:});
end

function wheels ()
start = struct ('v', [1; -0.25; 0; 0.5; 2; 0.7]);
sys = geomssys (coin (), 'parameters', {'rim.radius', 'coin.mass'});
check (sys.dims.nl == 1 && sys.dims.nm == 2 && isequal (sys.parameters, [0.5; 2]));
check (isequal (sys.names.lambda, {'rim: contact'}));
check (isequal (sys.names.mu, {'rim: slip x', 'rim: slip y'}));
report = geomscheck (sys, 0, start);
check (report.ok);
sol = geoms (sys, [0 2], start, 'RelTol', 1e-9, 'AbsTol', 1e-9);
check (max (sol.residual.relative(:)) < 1e-12);
e = geomsenergy (sol, sys);
check (max (abs (e.total - e.total(1))) < 1e-6);
t = [0 0.7 2];
m = geomsmotion (sol, sys, 'coin', t);
R = geomsreaction (sol, sys, 'rim', t, 'axes', 'world');
own = geomsreaction (sol, sys, 'rim', t);
check_close (R(1:3, :), 2 * (m.a + [0; 0; 9.81] * ones (1, 3)), 1e-9);
y = geomsval (sol, t, sys);
check_close (-R([3 1 2], :), y(1:3, :), 1e-9);
% the moment about the centre is that of the force at the lowest point of the rim
for j = 1:3
    a = m.R(:, 2, j);
    u = cross (cross (a, [0; 0; 1]), a);
    check_close (R(4:6, j), cross (-0.5 * u / norm (u), R(1:3, j)), 1e-9);
    check_close (m.x(3, j), 0.5 * u(3) / norm (u), 1e-12);
    % in axes of the wheel: ahead, to the left, up
    x = cross (a, [0; 0; 1]) / norm (u);
    check_close (own(1:3, j), [x'; cross([0; 0; 1], x)'; 0 0 1] * R(1:3, j), 1e-12);
end
% axle and plane in other axes, the plane on a body that turns, another radius
turned = coin ('axis', [0 1 0], 'normal', [0 0 2]);
check (isequal (turned.loops.table, sys.tree.loops));
tree = geomsaddbody (coin (), 'table', 'at', [0 0 -1], 'motion', @(t) [t; 1; 0]);
tree = geomsaddjoint (tree, 'rolling', {'coin', [0 0.1 0]}, {'table', [0 0 1]}, 'radius', 0.5);
sys = geomssys (tree);
report = geomscheck (sys, 0, start);
check (report.ok);
smaller = geomsinit (geomssys (geomssys (coin (), 'parameters', {'rim.radius'}), 'parameters', ...
    0.3), 0);
check_close (smaller.p(3), 0.3, 1e-12);
end

function slopes ()
a = 0.1;
for radius = [0.5 0.2]
    tree = geomsaddbody (geomstree ('planar', true), 'disk', 'joint', 'planar', 'mass', 1, ...
        'inertia', 0.1, 'q', radius * [-sin(a) cos(a) 0]);
    sys = geomssys (geomsaddjoint (tree, 'rolling', 'disk', 'ground', 'radius', radius, ...
        'normal', [-sin(a) cos(a)], 'name', 'rim'));
    check (isequal ({sys.names.lambda, sys.names.mu}, {{'rim: contact'}, {'rim: slip x'}}));
    sol = geoms (sys, [0 1]);
    way = 9.81 * sin (a) / (1 + 0.1 / radius^2) / 2;
    check_close (sol.p(:, end) - sol.p(:, 1), [-way * cos(a); -way * sin(a); way / radius], 1e-8);
    grip = 9.81 * sin (a) * 0.1 / (0.1 + radius^2);
    check_close (geomsreaction (sol, sys, 'rim', 0.5), [grip; 9.81 * cos(a); grip * radius], 1e-9);
end
ball = geomsaddbody (geomstree (), 'ball', 'joint', 'free', 'mass', 3, 'inertia', ...
    3 * 0.4 * 0.04, 'q', [0.2 * [0 sin(a) cos(a)], 1 0 0 0]);
sys = geomssys (geomsaddjoint (ball, 'sphere', 'ball', 'ground', 'radius', 0.2, 'normal', ...
    [0 sin(a) cos(a)]));
check (sys.dims.nl == 1 && sys.dims.nm == 2);
sol = geoms (sys, [0 1], [], 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(1:3, end) - sol.p(1:3, 1), 5/14 * 9.81 * sin (a) * [0; cos(a); -sin(a)], 1e-8);
R = geomsreaction (sol, sys, 'sphere1', 1);
check_close (R(1:3), 3 * 9.81 * [0; -2/7 * sin(a); cos(a)], 1e-9);
end

% a sledge: rows of the tree and of the user's own, also together
function blades ()
tree = geomsaddbody (geomstree (), 'sledge', 'joint', 'planar', 'mass', 1, 'com', [1 0 0], ...
    'inertia', [2 2 3]);
start = struct ('v', [0.3; 0; 1]);
own = {'nonholonomic', @(t,p,v) v(2) * cos(p(3)) - v(1) * sin(p(3)), 'nonholonomicJacobian', ...
    @(t,p) [-sin(p(3)), cos(p(3)), 0], 'nonholonomicAcceleration', ...
    @(t,p,v) -v(3) * (v(1) * cos(p(3)) + v(2) * sin(p(3)))};
mine = geoms (geomssys (tree, own{:}), [0 2], start, 'RelTol', 1e-9, 'AbsTol', 1e-9);
tied = geomsaddjoint (tree, 'knife', 'sledge', {'ground', [3 2 1]}, 'name', 'blade');
sys = geomssys (tied);
check (sys.dims.nl == 0 && sys.dims.nm == 1 && isequal (sys.names.mu, {'blade: slip'}));
report = geomscheck (sys, 0, start);
check (report.ok);
sol = geoms (sys, [0 2], start, 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close ([sol.p(:, end); sol.mu(end)], [mine.p(:, end); mine.mu(end)], 1e-7);
m = geomsmotion (sol, sys, {'sledge', [1 0 0]}, 1);
R = geomsreaction (sol, sys, 'blade', 1);
check_close (R(1:2), m.a(1:2), 1e-9);
% both: the one that is missing is across the first
both = geomssys (geomsaddjoint (tree, 'knife', 'sledge', 'ground', 'axis', 'x'), own{:});
check (isequal (both.names.mu, {'knife1: slip', 'nonholonomic 1'}));
sol = geoms (both, [0 1], struct ('v', [0; 0; 1]));
check_close (sol.p(:, end), [0; 0; 1], 1e-12);
% in a planar tree, along [1 1]
flat = geomsaddbody (geomstree ('planar', true), 'sledge', 'joint', 'planar', 'mass', 1, ...
    'inertia', 1);
sol = geoms (geomssys (geomsaddjoint (flat, 'knife', 'sledge', 'ground', 'axis', [1 -1])), [0 1]);
check_close (sol.p(:, end), -9.81 / 4 * [1; 1; 0], 1e-8);
end

% the row of positions is 0 then, and the force across the plane is not unique
function upright ()
tree = geomsaddbody (geomstree ('gravity', [1 0 -9.81]), 'fork', 'joint', 'planar', 'at', ...
    [0 0 0.5]);
tree = geomsaddbody (tree, 'wheel', 'parent', 'fork', 'axis', 'y', 'mass', 2, 'inertia', ...
    [0.3 0.5 0.3]);
sys = geomssys (geomsaddjoint (tree, 'rolling', 'wheel', 'ground', 'radius', 0.5, 'name', 'rim'));
sol = geoms (sys, [0 1], [], 'ConstraintDecomposition', 'svd');
check_close (sol.p(1, end), 1 / (1 + 0.5 / (2 * 0.25)) / 2, 1e-8);
R = geomsreaction (sol, sys, 'rim', 0.5);
check_close (R(1), -0.5 / 0.25 * 0.5, 1e-8);
check (isnan (R(3)) && abs (R(2)) < 1e-12);
check (any (strcmp ('rim: contact', told (sol.info.redundant))), 'names of redundant rows');
end

function names = told (redundant)
names = {};
fields = fieldnames (redundant);
for i = 1:numel (fields)
    if iscell (redundant.(fields{i}))
        names = [names, regexprep(reshape (redundant.(fields{i}), 1, []), '^.*''(.*)''$', '$1')];
    end
end
end

function formulations ()
start = struct ('v', [1; -0.25; 0; 0.5; 2; 0.7]);
sys = geomssys (coin ());
best = geoms (sys, [0 0.5], start, 'RelTol', 1e-10, 'AbsTol', 1e-10);
list = {'psf', 'dopri5'; 'psf', 'bdf'; 'psi1', 'radau5'; 'index2', 'radau5'; 'index1', 'dopri5'; ...
    'ggl', 'radau5'; 'uode', 'dopri5'; 'partition-svd', 'dopri5'; 'partition-qr', 'radau5'};
for i = 1:size (list, 1)
    sol = geoms (sys, [0 0.5], start, 'Formulation', list{i, 1}, 'Method', list{i, 2}, 'RelTol', ...
        1e-7, 'AbsTol', 1e-7);
    check (strcmp (sol.info.status, 'ok'), '%s %s', list{i, :});
    check_close (sol.p(:, end), best.p(:, end), 1e-5);
end
end

% tan (q / 2) grows with exp (v t / L), q from the direction of the pull
function tractrix ()
tree = geomsaddbody (geomstree ('planar', true), 'hook', 'joint', 'prismatic', 'axis', 'x', ...
    'mass', 1, 'v', 2);
tree = geomsaddbody (tree, 'arm', 'parent', 'hook', 'q', 1, 'v', 4 * sin (1));
sys = geomssys (geomsaddjoint (tree, 'knife', {'arm', [0.5 0]}, 'ground', 'name', 'blade'));
sol = geoms (sys, [0 0.8], [], 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(:, end), [1.6; 2 * atan(sin(0.5) / cos(0.5) * exp(3.2))], 1e-8);
R = geomsreaction (sol, sys, 'blade');
check (max (abs (R(:))) < 1e-12);
end

function falls ()
lean = 0.3;
start = struct ('p', [0; 0; 0.5 * cos(lean); cos(lean / 2); sin(lean / 2); 0; 0]);
for method = {'radau5', 'dopri5'}
    sol = check_warning ('geoms:callback:finite', @() geoms (geomssys (coin ()), [0 3], start, ...
        'Method', method{1}));
    check (sol.t(end) < 1 && abs (sol.p(3, end)) < 1e-3);
end
end

function rolling_refused ()
tree = geomsaddbody (geomstree (), 'coin', 'joint', 'free', 'mass', 1, 'inertia', 1, 'q', ...
    [0 0 1 1 0 0 0]);
rolls = @(varargin) @() add (tree, 'rolling', 'coin', 'ground', varargin{:});
check_error ('geoms:tree:radius', rolls (), 'needs ''radius''');
check_error ('geoms:tree:radius', rolls ('radius', -2), '-2');
check_error ('geoms:tree:value', rolls ('radius', [1 2]), '''radius''');
check_error ('geoms:tree:axis', rolls ('radius', 1, 'axisB', 'x'), '''normal''');
check_error ('geoms:tree:axis', rolls ('radius', 1, 'normal', [0 0 0]), '''normal''');
check_error ('geoms:tree:axis', rolls ('radius', 1, 'axis', 'w'), '''w''');
check_error ('geoms:tree:length', rolls ('radius', 1, 'length', 1), 'rod');
check_error ('geoms:tree:loop', @() add (tree, 'rolling', 'coin', {'coin', [1 0 0]}, 'radius', 1));
check_error ('geoms:tree:axis', @() add (tree, 'sphere', 'coin', 'ground', 'radius', 1, 'axis', ...
    'x'), 'ball');
check_error ('geoms:tree:radius', @() add (tree, 'sphere', 'coin', 'ground'));
check_error ('geoms:tree:axis', @() add (tree, 'knife', 'coin', 'ground', 'radius', 1), 'radius');
check_error ('geoms:tree:axis', @() add (tree, 'knife', 'coin', 'ground', 'normal', 'z'), 'knife');
check_error ('geoms:tree:radius', @() add (tree, 'rod', 'coin', 'ground', 'radius', 1), 'rolling');
check_error ('geoms:tree:radius', @() add (tree, 'plane', 'coin', 'ground', 'normal', 'z'));
flat = geomsaddbody (geomstree ('planar', true), 'disk', 'joint', 'planar', 'mass', 1, ...
    'inertia', 1);
check_error ('geoms:tree:axis', @() add (flat, 'rolling', 'disk', 'ground', 'radius', 1, 'axis', ...
    'x'), 'out of the plane');
check_error ('geoms:tree:kind', @() add (flat, 'sphere', 'disk', 'ground', 'radius', 1));
% flat on the plane
sys = geomssys (add (tree, 'rolling', 'coin', 'ground', 'radius', 1, 'axis', 'z', 'name', ...
    'rim'), 'parameters', 'rim.radius');
check_error ('geoms:tree:flat', @() geoms (sys, [0 1]), '''rim''');
check_error ('geoms:tree:flat', @() geomsinit (sys, 0), 'normal');
check_error ('geoms:tree:parameter', @() geomssys (sys, 'parameters', 0), 'positive');
end

function refused ()
tree = geomsaddbody (geomstree (), {'a', 'b'}, 'joint', 'free', 'mass', 1, 'inertia', 1);
check_error ('geoms:tree:kind', @() add (tree, 'revolut', 'a', 'b'), '''revolute''');
check_error ('geoms:tree:kind', @() add (tree, 'screw', 'a', 'b'));
check_error ('geoms:tree:unknown', @() add (tree, 'rod', 'a', 'c'), '''c''');
check_error ('geoms:tree:unknown', @() add (tree, 'rod', 'a', 'b.tip'), '''b.tip''');
check_error ('geoms:tree:point', @() add (tree, 'rod', 'a', 3));
check_error ('geoms:tree:value', @() add (tree, 'rod', 'a', {'b', [1 2]}));
check_error ('geoms:tree:loop', @() add (tree, 'rod', 'a', {'a', [1 0 0]}), 'same body');
check_error ('geoms:tree:axis', @() add (tree, 'spherical', 'a', 'b', 'axis', 'x'), 'no axis');
check_error ('geoms:tree:axis', @() add (tree, 'revolute', 'a', 'b', 'axis', [0 0 0]), 'zero');
check_error ('geoms:tree:length', @() add (tree, 'revolute', 'a', 'b', 'length', 1), 'rod');
check_error ('geoms:tree:length', @() add (tree, 'rod', 'a', 'b', 'length', -1), '-1');
check_error ('geoms:tree:option', @() add (tree, 'rod', 'a', 'b', 'lenght', 1), '''length''');
tied = geomsaddjoint (tree, 'rod', 'a', {'b', [1 0 0]}, 'name', 'link');
check_error ('geoms:tree:twice', @() add (tied, 'rod', 'a', 'b', 'name', 'link'), '''link''');
check_error ('geoms:tree:twice', @() add (geomsaddjoint (tree, 'coupling', {'a.x1'}, 1, 'name', ...
    'gear'), 'rod', 'a', 'b', 'name', 'gear'), '''gear''');
check_error ('geoms:tree:twice', @() add (tree, 'rod', 'a', 'b', 'name', 'b'), 'body ''b''');
check_error ('geoms:tree:twice', @() add (tree, 'coupling', {'a.x1'}, 1, 'name', 'a'), ...
    'body ''a''');
check_error ('geoms:tree:length', @() geomssys (add (tree, 'rod', 'a', 'b')), ...
    'Joint ''rod1'': the points of the rod coincide as drawn: its length is 0');
sys = geomssys (tied, 'parameters', {'link.length'});
check_error ('geoms:tree:parameter', @() geomssys (sys, 'parameters', 0), 'positive');
tree = geomsaddbody (tree, 'motor', 'inertia', 1, 'motion', @(t) [t; 1; 0]);
check_error ('geoms:tree:motion', @() add (tree, 'coupling', {'motor'}, 1), ...
    '''coupling'', {''motor''}, 1, ''offset'', @(t)');
check_error ('geoms:tree:output', @() geomsaddjoint (tree, 'rod', 'a', 'b'));
check_error ('geoms:tree:kind', @() add (geomstree ('planar', true), 'universal', 'ground', ...
    'ground'));
end
