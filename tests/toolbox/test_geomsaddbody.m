function [passed, failed] = test_geomsaddbody ()
%TEST_GEOMSADDBODY  Bodies of a tree: joints, masses, starts, and what is refused.

cases = {
    'all joints in one tree, accelerations of another program', @joints
    'joints have the frames that are described', @frames
    'inertia in all ways to write it', @inertias
    'inertia about the joint', @about_joint
    'many at once', @many
    'driven joints', @driven
    'motions that jump are told', @jumps
    'what no step has looked at is told', @overlooked
    'refused: motions', @refused_motions
    'refused: names and parents', @refused_names
    'refused: joints', @refused_joints
    'refused: masses', @refused_masses
    'refused: starts', @refused_starts
    'refused: bodies that nothing resists', @refused_massless};
[passed, failed] = geoms_suite ('geomsaddbody', cases);

end

function tree = add (varargin)
tree = geomsaddbody (geomstree (), varargin{:});
end

% accelerations from an independent computation, with forces and torques on all bodies and joints
function joints ()
[tree, kinds] = all_joints ();
for b = 1:numel (kinds)
    F = .1 * (mod (6 * (b - 1) + (0:5), 7) - 3);
    tree = geomsaddforce (tree, 'torque', kinds{b}, 'value', F(1:3));
    tree = geomsaddforce (tree, 'force', kinds{b}, 'value', F(4:6));
end
sys = geomssys (tree);
check (sys.dims.np == 21 && sys.dims.nv == 19 && sys.dims.ni == 2);
for k = 1:19
    joint = regexprep (sys.names.v{k}, '^(revolute|prismatic|screw)\.v$', '$1');
    tree = geomsaddforce (tree, 'joint', joint, 'torque', 1 - .1 * (k - 1));
end
sys = geomssys (tree);
k = 0:20;
q = .1 * (k + 1) - .02 * k .^ 2 ./ (1 + .1 * k);
q([11:14, 18:21]) = [.8 .2 -.4 .4 .8 .2 -.4 .4];
f = geomsrhs (sys, 'partition-svd');
y = f (0, [q, .3 - .05 * (0:18)]');
check_close (y(22:end), [-1.9565170914; -9.30005789675; 3.31687915725; .993517304323; ...
    1.15657086384; 2.58506387015; 1.00413880281; -.797218731841; -9.09800455248; ...
    .954100102684; .546851200698; -2.64772071042; -1.05929918866; -.173879116887; ...
    -9.04368288869; 1.89907174353; -.846774464146; -.326124945199; -.553691309204], 1e-10);
report = geomscheck (sys, 0, struct ());
check (report.ok && any (strcmp (report.checked, 'tree: mass')));
end

function [tree, kinds] = all_joints ()
kinds = {'revolute', 'prismatic', 'screw', 'cylindrical', 'universal', 'planar', 'spherical', ...
    'fixed', 'free'};
on = [0 1 2 2 4 1 6 7 0];
names = [{'ground'}, kinds];
tree = geomstree ();
for b = 1:9
    z = .3 * b;
    x = .2 * b;
    E = [cos(z), -sin(z), 0; sin(z), cos(z), 0; 0, 0, 1] * ...
        [1, 0, 0; 0, cos(x), -sin(x); 0, sin(x), cos(x)];
    list = {'parent', names{on(b) + 1}, 'joint', kinds{b}, 'at', [.1*b, -.05*b, .2], 'turn', E, ...
        'mass', 1 + .1*b, 'com', [.05*b, .02, -.03*b], 'inertia', [.1*b .2*b .15*b .01 .02 -.01]};
    if strcmp (kinds{b}, 'screw')
        list = [list, {'pitch', .3}]; %#ok<AGROW>
    end
    tree = geomsaddbody (tree, kinds{b}, list{:});
end
end

% a rod between a body and the ground is as long as it is drawn
function frames ()
tree = add ('a', 'joint', 'cylindrical', 'axis', [1 1 0], 'at', [1 0 0], 'mass', 1, ...
    'inertia', 1, 'q', [sqrt(2), pi]);
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'turn', [0 0 pi/2], 'joint', 'screw', 'pitch', 2, ...
    'axis', 'x', 'mass', 1, 'inertia', 1, 'q', pi/2);
tree = geomsaddmarker (tree, 'b.tip', [0 0 1]);
tree = geomsaddjoint (tree, 'rod', 'ground', 'b.tip');
sys = geomssys (tree);
% a: half a turn about [1 1 0] swaps x and y and turns z round; b slides pi along its y and turns by
% 90
place = [2; 1; 0] + pi * [1; 0; 0] + [0; 1; 0];
check_close (sys.tree.loops(34), norm (place), 1e-14);
x0 = geomsinit (sys, 0);
check_close (x0.p, sys.tree.start.p, 1e-14);
end

function inertias ()
full = [3 0.1 0.2; 0.1 3.5 0.3; 0.2 0.3 4];
tree = add ('a', 'mass', 1, 'inertia', full);
check_close (tree.bodies.table(23:28), [3; 3.5; 4; 0.1; 0.2; 0.3], 0);
tree = add ('a', 'mass', 1, 'inertia', [3 3.5 4 0.1 0.2 0.3]);
check_close (tree.bodies.table(23:28), [3; 3.5; 4; 0.1; 0.2; 0.3], 0);
tree = add ('a', 'mass', 1, 'inertia', [1 2 3]);
check_close (tree.bodies.table(23:28), [1; 2; 3; 0; 0; 0], 0);
tree = add ('a', 'mass', 1, 'inertia', 2);
check_close (tree.bodies.table(23:28), [2; 2; 2; 0; 0; 0], 0);
end

function about_joint ()
c = [0.3; -0.2; 0.5];
about = 2 * (c' * c * eye (3) - c * c') + diag ([1 2 2.5]);
tree = add ('a', 'mass', 2, 'com', c, 'inertia', about, 'about', 'joint');
check_close (tree.bodies.table(23:28), [1; 2; 2.5; 0; 0; 0], 1e-14);
tree = geomsaddbody (geomstree ('planar', true), 'a', 'mass', 2, 'com', [3 4], 'inertia', 51, ...
    'about', 'joint');
check_close (tree.bodies.table(25), 1, 1e-12);
end

function many ()
names = {'a', 'b', 'c'};
tree = geomsaddbody (geomstree (), names, 'parent', {'ground', 'a', 'a'}, 'joint', {'free', ...
    'revolute', 'revolute'}, 'mass', {1, 2, 3}, 'inertia', 1, 'at', {[0 0 0], [1 0 0], [2 0 0]}, ...
    'v', {[], 1, []});
sys = geomssys (tree);
check (isequal (sys.tree.bodies(1, :), [0 1 1]) && isequal (sys.tree.bodies(19, :), [1 2 3]));
check (isequal (sys.tree.start.v', [0 0 0 0 0 0 1 0]));
same = geomstree ();
given = {'mass', 'inertia', 'com', 'axis', 'turn', 'joint'; ...
    {1, 2, 3}, {[1 1 1], [1 2 2], [3 3 2]}, {[0 0 1], [1 0 0], [0 2 0]}, {'z', 'x', 'z'}, ...
    {[0 0 1], [0 1 0], [1 0 0]}, {'prismatic', 'revolute', 'prismatic'}};
for i = 1:3
    one = given;
    one(2, :) = cellfun (@(c) c{i}, given(2, :), 'UniformOutput', false);
    same = geomsaddbody (same, names{i}, one{:});
end
each = add (names, given{:});
check (isequal (getfield (geomssys (each), 'tree', 'bodies'), getfield (geomssys (same), ...
    'tree', 'bodies')));
% starts of joints of one kind: all, some, none
for v = {{4, 5, 6}, {4, [], 6}}
    some = geomssys (add (names, 'mass', 1, 'com', [1 1 1], 'q', {1, 2, 3}, 'v', v{1}));
    check (isequal (some.tree.start.p', 1:3) && isequal (some.tree.start.v([1 3])', [4 6]));
end
some = geomssys (add (names, 'mass', 1, 'com', [1 1 1], 'joint', 'cylindrical', 'inertia', 1, ...
    'v', {[1 2], [3 4], [5 6]}));
check (isequal (some.tree.start.v', 1:6) && isequal (some.tree.start.p', zeros (1, 6)));
check_error ('geoms:tree:value', @() add (names, 'q', {1, NaN, 3}), '''b''');
% columns, rows and other numbers beside each other
mixed = add (names, 'mass', {1, single(2), int8(3)}, 'com', {[1; 0; 0], [0 1 0], [0; 0; 1]}, ...
    'inertia', {1, [1 1 1], eye(3)});
bodies = getfield (geomssys (mixed), 'tree', 'bodies');
check (isequal (bodies(19:25, :), [1 2 3; eye(3); ones(3)]));
check_error ('geoms:tree:value', @() add (names, 'com', {[0 0 0], [0 0 NaN], [0 0 0]}), '''b''');
check_error ('geoms:tree:mass', @() add (names, 'mass', {1, 2, -3}), '''c''');
check_error ('geoms:tree:kind', @() add (names, 'joint', {'free', 'hinge', 'free'}), 'hinge');
check_error ('geoms:tree:size', @() add (names, 'mass', {1, 2}), '3');
check_error ('geoms:tree:unknown', @() add (names, 'parent', {'ground', 'c', 'a'}), ...
    'parents come first');
check_error ('geoms:tree:unknown', @() add (names, 'parent', {'ground', 'a', 'x'}), '''x''');
check_error ('geoms:tree:twice', @() add ({'a', 'b', 'a'}), '''a''');
end

function refused_names ()
tree = add ('upper');
check_error ('geoms:tree:twice', @() geomsaddbody_of (tree, 'upper'), '''upper''');
check_error ('geoms:tree:unknown', @() geomsaddbody_of (tree, 'lower', 'parent', 'uper'), ...
    '''upper''');
check_error ('geoms:tree:point', @() geomsaddbody_of (tree, 'lower', 'parent', 3));
for name = {'ground', 'a.b', '', 3, 'a(1)'}
    check_error ('geoms:tree:name', @() geomsaddbody_of (tree, name{1}));
end
check_error ('geoms:tree:output', @() geomsaddbody (tree, 'lower'), 'tree = geomsaddbody');
check_error ('geoms:tree:option', @() geomsaddbody_of (tree, 'lower', 'mas', 1), '''mass''');
end

function tree = geomsaddbody_of (varargin)
tree = geomsaddbody (varargin{:});
end

function refused_joints ()
check_error ('geoms:tree:kind', @() add ('a', 'joint', 'revolut'), '''revolute''');
check_error ('geoms:tree:kind', @() add ('a', 'joint', 1));
check_error ('geoms:tree:axis', @() add ('a', 'axis', [0 0 0]), 'zero');
check_error ('geoms:tree:axis', @() add ('a', 'axis', 'w'), '''w''');
check_error ('geoms:tree:axis', @() add ('a', 'joint', 'spherical', 'axis', 'x'), 'spherical');
check_error ('geoms:tree:turn', @() add ('a', 'turn', [1 0 0; 0 1 0; 0 0 2]), 'rotation');
check_error ('geoms:tree:turn', @() add ('a', 'turn', diag ([1 1 -1])), 'rotation');
check_error ('geoms:tree:pitch', @() add ('a', 'pitch', 1), 'screw');
check_error ('geoms:tree:pitch', @() add ('a', 'joint', 'screw'), 'pitch');
check_error ('geoms:tree:value', @() add ('a', 'at', [1 2]), '''at''');
flat = geomstree ('planar', true);
check_error ('geoms:tree:kind', @() geomsaddbody_of (flat, 'a', 'joint', 'spherical'), 'plane');
check_error ('geoms:tree:axis', @() geomsaddbody_of (flat, 'a', 'axis', 'z'), 'planar');
check_error ('geoms:tree:axis', @() geomsaddbody_of (flat, 'a', 'joint', 'prismatic', 'axis', 'z'));
check_error ('geoms:tree:value', @() geomsaddbody_of (flat, 'a', 'at', [1 2 3]), '2');
end

function refused_masses ()
check_error ('geoms:tree:mass', @() add ('a', 'mass', -1), '-1');
check_error ('geoms:tree:value', @() add ('a', 'mass', NaN));
check_error ('geoms:tree:value', @() add ('a', 'mass', [1 2]));
check_error ('geoms:tree:inertia', @() add ('a', 'mass', 1, 'inertia', [1 2; 3 4]));
check_error ('geoms:tree:inertia', @() add ('a', 'mass', 1, 'inertia', [3 1 0; 0 3 0; 0 0 3]), ...
    'symmetric');
check_error ('geoms:tree:inertia', @() add ('a', 'mass', 1, 'inertia', [1 1 3]), 'sum');
check_error ('geoms:tree:inertia', @() add ('a', 'mass', 1, 'inertia', -1), 'negative');
check_error ('geoms:tree:inertia', @() add ('a', 'mass', 1, 'inertia', [1 1 1 2 0 0]), 'negative');
check_error ('geoms:tree:inertia', @() geomsaddbody_of (geomstree ('planar', true), 'a', ...
    'mass', 1, 'inertia', -1), 'negative');
check_error ('geoms:tree:value', @() add ('a', 'mass', 1, 'inertia', 1, 'about', 'here'));
end

% an arm on a slide that moves as u (t):  a''/3 = -u'' (-sin a)/2 - g cos (a)/2
function driven ()
u = @(t) 0.1 * [sin(3*t); 3*cos(3*t); -9*sin(3*t)];
T = linspace (-0.1, 1.1, 61);
p = zeros (1, 3);
tables = {u, [T; 0.1*sin(3*T)], struct('t', T', 'values', 0.1*sin(3*T))};
for i = 1:3
    tree = geomsaddbody (geomstree ('planar', true), 'slide', 'joint', 'prismatic', 'motion', ...
        tables{i});
    tree = geomsaddbody (tree, 'arm', 'parent', 'slide', 'mass', 1, 'com', [0.5 0], 'inertia', ...
        1/12, 'q', -1);
    sys = geomssys (tree);
    check (isequal (sys.names.p, {'arm.q'}) && sys.dims.nv == 1 && ~sys.autonomous);
    sol = geoms (sys, [0 1], [], 'RelTol', 1e-9, 'AbsTol', 1e-9);
    p(i) = sol.p(end);
end
a = @(t, y) [y(2); 3 * (0.45*sin(3*t) * -sin(y(1)) - 0.5*9.81 * cos(y(1)))];
same = geomssys ('mass', 1, 'force', @(t,p,v) [0 1] * a (t, [p; v]));
ref = geoms (same, [0 1], struct ('p', -1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (p, ref.p(end) * [1 1 1], [1e-7 1e-5 1e-5]);
driven_loops ();
end

% a crank that is driven, in the plane: the loop holds at all times; several coordinates at once
function driven_loops ()
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (geomstree ('planar', true), 'crank', bar{:}, 'motion', ...
    @(t) [pi/2 + t; 1; 0]);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [1 0], bar{:}, 'q', -pi/2);
tree = geomsaddbody (tree, 'rocker', 'at', [1 0], bar{:}, 'q', pi/2);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [1 0]}, {'rocker', [1 0]});
sol = geoms (geomssys (tree), [0 0.5], struct ('v', [-1; 1]), 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (sol.p(:, end), [-pi/2 - 0.5; pi/2 + 0.5], 1e-7);
later = geoms (geomssys (tree), [0.2 0.5], struct ('p', [-pi/2 - 0.2; pi/2 + 0.2], 'v', ...
    [-1; 1]), 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (later.p(:, end), sol.p(:, end), 1e-7);
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), {'a', 'b'}, 'joint', 'universal', 'motion', ...
    {@(t) [t; t^2; 1; 2*t; 0; 2], [0 1; 0 1; 0 2]});
tree = geomsaddbody (tree, 'c', 'parent', 'b', 'joint', 'prismatic', 'mass', 1, 'q', 1);
sys = geomssys (tree);
check (isequal (sys.tree.motions, [1 3 0]) && sys.dims.np == 1);
check_error ('geoms:tree:motion', @() geomsaddforce_of (tree, 'joint', 'a.v1', 'torque', 1), ...
    '''a''');
fixed = geomsaddbody (geomstree (), 'a', 'joint', 'prismatic', 'motion', 2);
fixed = geomsaddbody (fixed, 'b', 'parent', 'a', 'joint', 'prismatic', 'mass', 1, 'q', 1);
fixed = geomsaddforce (fixed, 'spring', 'ground', 'b', 'stiffness', 9.81 / 0.5);
sys = geomssys (fixed);
check_close (sys.tree.forces(37), 3, 1e-15);
end

% velocities, places, and derivatives that are wrong later on; what is less smooth is allowed
function jumps ()
corner = @(t) [abs(t - 1.3); sign(t - 1.3); 0];
for span = {[0 2], [2 0]}
    told (corner, span{1}, {'Body ''a''', 'h''', 'near t = 1.3', 'changes by 2'});
end
told (@(t) [t + (t > 1.234); 1; 0], [0 2], {'h of', 'near t = 1.234'});
told (@(t) [sin(t); cos(t); -sin(t) * (t < 3)], [0 4], {'h'' of', 'near t = 3'});
quiet = {corner, [0 1.2]; @(t) [sin(t); cos(t); -sin(t)], [0 10]
    @(t) [(t - 1) * abs(t - 1) / 2; abs(t - 1); sign(t - 1)], [0 2]
    @(t) [sin(300 * t); 300 * cos(300 * t); -9e4 * sin(300 * t)] / 1e4, [0 1]
    @(t) [t; 1; 0 / (t ~= 0.7)], [0 1]};
for i = 1:size (quiet, 1)
    sys = geomssys (mover (quiet{i, 1}));
    check_warning ('', @() geoms (sys, quiet{i, 2}));
end
% where a run goes on; of couplings the run itself fails
sys = geomssys (mover (corner));
sol = check_warning ('', @() geoms (sys, [0 1]));
check_warning ('', @() geomsextend (sol, sys, 1.2));
check_warning ('geoms:tree:motionJumps', @() geomsextend (sol, sys, 1.5));
end

% a bump that begins from rest; what steps have seen is not told
function overlooked ()
bump = @(t) 0.05 * exp (-((t - 1) / 0.02)^2);
times = 0:0.005:2;
for motion = {bump, [times; arrayfun(bump, times)]}
    for more = {{}, {'derive', 'off'}}
        sys = geomssys (quarter (motion{1}), more{1}{:});
        for method = {'radau5', 'bdf', 'radau', 'dopri5'}
            check_warning ('geoms:tree:overlooked', @() geoms (sys, [0 2], 'Method', method{1}));
        end
        [message, ~] = lastwarn ();
        check (any (strfind (message, 'Body ''road''')) && any (strfind (message, 'Set MaxStep to 0.03')), '%s', message);
        check_warning ('geoms:tree:overlooked', @() geoms (sys, [2 0]));
        sol = check_warning ('', @() geoms (sys, [0 2], 'MaxStep', 0.03));
        check (max (sol.p) > 0.06);
    end
end
push = @(f) geomssys (geomsaddforce (quarter (0), 'force', 'wheel', 'value', f));
pulse = push ([0:0.01:10; zeros(1, 1001); zeros(1, 500), 100 * ones(1, 20), zeros(1, 481)]);
check_warning ('geoms:tree:overlooked', @() geoms (pulse, [0 10]));
quiet = {push(@(t) [0; 1e4 * sin(200 * t)]), [0 2]; push(@(t) [t; 1e4]), [0 2]};
for i = 1:size (quiet, 1)
    check_warning ('', @() geoms (quiet{i, 1}, quiet{i, 2}));
end
% what lies behind the end of a run, within its last step, is no part of it
for motion = {bump, [times; arrayfun(bump, times)]}
    sys = geomssys (quarter (motion{1}));
    check_warning ('', @() geoms (sys, [0 2], 'Events', @(t,p,v) deal (t - 0.7, true, 0)));
end
% a spline through few points
check_warning ('geoms:tree:overshoot', @() quarter ([0 0.2 0.25 0.3 3; 0 0 0.05 0 0]));
check_warning ('', @() quarter ([0:0.25:2; sin(2 * pi * (0:0.25:2))]));
check_warning ('', @() quarter ([0 1 2; 1 1 1]));
first = geoms (pulse, [0 4]);
check_warning ('geoms:tree:overlooked', @() geomsextend (first, pulse, 10));
end

function tree = quarter (motion)
moves = {'joint', 'prismatic', 'axis', 'y'};
tree = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'road', moves{:}, 'motion', motion);
tree = geomsaddbody (tree, 'wheel', moves{:}, 'at', [0 0.3], 'mass', 40);
tree = geomsaddforce (tree, 'spring', 'road', 'wheel', 'stiffness', 2e5, 'damping', 500);
end

function told (motion, span, words)
sys = geomssys (mover (motion));
check_warning ('geoms:tree:motionJumps', @() geoms (sys, span));
[message, ~] = lastwarn ();
found = cellfun (@(word) any (strfind (message, word)), words);
check (all (found), '%s', message);
end

function tree = mover (motion)
tree = geomsaddbody (geomstree ('planar', true), 'a', 'joint', 'prismatic', 'motion', motion);
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'mass', 1, 'com', [0 -1], 'inertia', 1);
end

function tree = geomsaddforce_of (varargin)
tree = geomsaddforce (varargin{:});
end

function refused_motions ()
motion = @(h) @() add ('arm', 'motion', h);
check_error ('geoms:tree:motion', motion (@(t) [sin(t); sin(t); -sin(t)]), 'first derivative');
check_error ('geoms:tree:motion', motion (@(t) [sin(t); cos(t); sin(t)]), 'Body ''arm''');
check_error ('geoms:tree:time', motion (@(t) [sin(t); cos(t)]), '3 x 1');
check_error ('geoms:tree:table', motion ([0 1 2; 1 NaN 1]), '''motion''');
check_error ('geoms:tree:value', motion ('fast'), '''motion''');
check_error ('geoms:tree:value', motion ([0 1; 1 2; 2 3]), ...
    'a table [t; values] with 2 rows (yours looks transposed)');
check_error ('geoms:tree:value', motion ([0; 1]), 'with 2 rows and at least 2 columns, not [0 1]');
check_error ('geoms:tree:motion', @() add ('top', 'joint', 'spherical', 'motion', 0), 'spherical');
check_error ('geoms:tree:motion', @() add ('arm', 'motion', 0, 'q', 1), '''q''');
% with a kink nothing is known, and a fast oscillation is no error
add ('arm', 'motion', @(t) [abs(t - 0.617); sign(t - 0.617); 0]);
add ('arm', 'motion', @(t) [sin(500*t); 500*cos(500*t); -25e4*sin(500*t)]);
end

function refused_starts ()
check_error ('geoms:tree:value', @() add ('a', 'mass', 1i), 'complex');
check_error ('geoms:tree:value', @() add ('a', 'about', 'com2'), '''com2''');
check_error ('geoms:tree:kind', @() add ('a', 'shape', {'cone', 1}), '''cylinder''');
tied = geomsaddjoint (add ('a', 'inertia', 1), 'rod', {'a', [1 0 0]}, 'ground', 'name', 'b');
check_error ('geoms:tree:twice', @() geomsaddbody_of (tied, {'c', 'b'}), 'joint ''b''');
check_error ('geoms:tree:value', @() add ('a', 'q', [1 2]), '''q''');
check_error ('geoms:tree:value', @() add ('a', 'joint', 'spherical', 'q', [1 0 0]), '4');
check_error ('geoms:tree:unit', @() add ('a', 'joint', 'spherical', 'q', [1 1 0 0]), '1.414');
check_error ('geoms:tree:value', @() add ('a', 'v', 'fast'), '''v''');
end

function refused_massless ()
check_error ('geoms:tree:massless', @() geomssys (add ('a', 'joint', 'prismatic')), '''a.v''');
check_error ('geoms:tree:massless', @() geomssys (add ('a', 'mass', 1)), 'no inertia');
check_error ('geoms:tree:massless', @() geomssys (add ('a', 'joint', 'spherical', 'mass', 1, ...
    'com', [1 0 0])), '''a.w1''');
check_error ('geoms:tree:massless', @() geomssys (add ('a', 'joint', 'free', 'inertia', 1)), ...
    'no mass');
% a damper without a slope, friction that gives way, at the start
slide = geomsaddforce (add ('pad', 'joint', 'prismatic', 'q', 0.1), 'joint', 'pad', 'stiffness', ...
    100);
law = geomsaddforce (slide, 'law', @(t,p,v,X) [0 0 0 0 0 -3*v*abs(v)], 'pad');
check_error ('geoms:mass:undamped', @() geoms (geomssys (law), [0 1]), 'has no slope at v = 0');
check_warning ('', @() geoms (geomssys (law), [0 0.1], struct ('v', -1), 'Display', 'off'));
rubs = geomsaddforce (slide, 'joint', 'pad', 'friction', 3);
check_error ('geoms:mass:undamped', @() geoms (geomssys (rubs), [0 1]), ...
    'friction is saturated, for the other forces are larger than ''friction'' 3');
% a body that carries others, and one between springs, are looked at when a run begins
tree = geomsaddbody (add ('pad', 'joint', 'prismatic', 'axis', 'x', 'q', 0.7), 'ring', 'parent', ...
    'pad', 'axis', 'x');
tree = geomsaddbody (tree, 'ball', 'parent', 'ring', 'axis', 'x', 'mass', 1, 'inertia', 1);
check_error ('geoms:mass:undamped', @() geoms (geomssys (tree), [0 1]), 'Body ''ring''');
tree = geomsaddbody (add ('pad', 'joint', 'prismatic', 'q', 1), 'end', 'joint', 'prismatic', ...
    'mass', 1, 'q', 2);
tree = geomsaddforce (tree, 'spring', 'ground', 'pad', 'stiffness', 5);
tree = geomsaddforce (tree, 'spring', 'end', 'pad', 'stiffness', 5);
check_error ('geoms:mass:undamped', @() geoms (geomssys (tree), [0 1]), '''pad.v''');
% a damper, or a mass beside the axis, is enough
geomssys (geomsaddforce (add ('a', 'joint', 'prismatic'), 'joint', 'a', 'damping', 1));
geomssys (add ('a', 'mass', 1, 'com', [1 0 0]));
end
