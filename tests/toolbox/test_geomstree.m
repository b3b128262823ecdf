function [passed, failed] = test_geomstree ()
%TEST_GEOMSTREE  Trees of bodies and joints: systems, references, starts, parameters, saved ones.

cases = {
    'a double pendulum in six lines has the published accelerations', @double_pendulum
    'Bricard''s mechanism', @bricard
    'Andrews'' mechanism', @andrews
    'the slider crank in the plane and in space, where rows repeat each other', @slidercrank
    'a quadcopter that hovers, a gripper with pads without mass', @machines
    'two dampers, one behind the other, with nothing but a ball between them', @ball
    'names of unknowns and rows', @names
    'the start as described, assembled, and in parts', @starts
    'a run goes on bit for bit, systems and solutions may be saved', @goes_on
    'events and actions get p and v', @events
    'the other functions take trees', @others
    'parameters by name', @parameters
    'a tree is printed', @printed
    'planar and spatial trees agree', @planar
    'bodies that are nearly massless are told, once', @light
    'both rows of v, with and without loops, lead to the same end', @both_rows
    'ten thousand bodies', @many
    'few loops and many bodies: as with matrices, reactions, a run that goes on', @held
    'the same with functions of time', @held_in_time
    'thirty thousand hinges: no matrix is made', @too_many_for_matrices
    'options in the place of a start', @options_first
    'what is redundant is named once', @redundant_once
    'what cannot move is told', @locked
    'a loop that cannot be closed is no singular position', @too_long
    'nothing but driven joints', @all_driven
    'a body whose inertia a drive makes', @driven_away
    'wrong trees', @refused
    'wrong systems and starts', @refused_systems};
[passed, failed] = geoms_suite ('geomstree', cases);

end

function opts = exact ()
opts = geomsset ('RelTol', 1e-9, 'AbsTol', 1e-9, 'Display', 'off');
end

function tree = pendulum_of (J)
tree = geomstree ('planar', true);
tree = geomsaddbody (tree, 'upper', 'mass', 1, 'com', [0.5 0], 'inertia', J);
tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], 'mass', 1, 'com', [0.5 0], ...
    'inertia', J);
end

function double_pendulum ()
tree = geomsaddforce (pendulum_of (0.08), 'joint', 'upper', 'torque', 0.2);
sys = geomssys (geomsaddforce (tree, 'joint', 'lower', 'torque', -0.1));
f = geomsrhs (sys, 'partition-svd');
a = f (0, [0.3; -0.7; 0.5; 1.1]);
check_close (a, [0.5; 1.1; -10.514232609156; 8.949345847104], 1e-11);
sol = geoms (geomssys (pendulum_of (1/12)), [0 2], struct (), exact ());
check (strcmp (sol.info.status, 'ok') && isempty (sol.info.moved));
end

function tree = bricard_tree ()
P = [0 1 1 1 0 0; 0 0 -1 -1 -1 0; 0 0 0 1 1 1];
ax = 'yzxyzx';
parent = 'ground';
last = [0; 0; 0];
tree = geomstree ('gravity', [0 -9.81 0]);
for i = 1:5
    d = P(:, i + 1) - P(:, i);
    J = (1.01/12) * ones (3, 1);
    J(d ~= 0) = 1/600;
    name = sprintf ('rod%d', i);
    tree = geomsaddbody (tree, name, 'parent', parent, 'at', P(:, i) - last, 'axis', ax(i), ...
        'mass', 1, 'com', d/2, 'inertia', J);
    parent = name;
    last = P(:, i);
end
tree = geomsaddjoint (tree, 'revolute', {'ground', P(:, 6)}, {'rod5', P(:, 6) - P(:, 5)}, ...
    'axis', 'x', 'name', 'P6');
end

function bricard ()
sol = geoms (geomssys (bricard_tree ()), [0 1 2], struct (), exact ());
check_close (sol.p([1 3 5 2 4], 2), [1.03502846 * [1; 1; 1]; -0.48062110 * [1; 1]], 3e-8);
check_close (sol.p([1 3 5 2 4], 3), [2.89332821 * [1; 1; 1]; -0.19855474 * [1; 1]], 3e-7);
check (any (strcmp (sol.info.redundant.rows, 'g(4) ''P6: across 1''')));
check (max (sol.residual.relative(:)) < 1e-12);
end

function andrews ()
A = [-.06934 -.00227];
B = [-.03635 .03273];
tree = geomstree ('planar', true, 'gravity', [0 0]);
K = {
    'K1', 'ground', [0 0], .04325, [.00092 0], 2.194e-6, -.0617138900142764
    'K2', 'K1', [.007 0], .00365, [-.0115 0], 4.410e-7, 0
    'K3', 'ground', B, .02373, [.01874 .01043], 5.255e-6, .455279819163070
    'K5', 'ground', A, .07050, [.02308 .00916], 1.169e-5, .487364979543843
    'K4', 'K5', [.04 0], .00706, [0 -.00579], 5.667e-7, .222668390165886
    'K7', 'ground', A, .05498, [.01228 .00449], 1.912e-5, 1.23054744454982
    'K6', 'K7', [0 -.04], .00706, [.00579 0], 5.667e-7, -.222668390165886};
for k = K'
    tree = geomsaddbody (tree, k{1}, 'parent', k{2}, 'at', k{3}, 'mass', k{4}, 'com', k{5}, ...
        'inertia', k{6}, 'q', k{7});
end
for last = {{'K3', [0 -.035]}, {'K4', [0 -.02]}, {'K6', [.02 0]}}
    tree = geomsaddjoint (tree, 'revolute', last{1}, {'K2', [-.028 0]});
end
tree = geomsaddforce (tree, 'spring', {'ground', [.014 .072]}, {'K3', [.02 -.018]}, ...
    'stiffness', 4530, 'length', .07785);
tree = geomsaddforce (tree, 'joint', 'K1', 'torque', .033);
sol = geoms (geomssys (tree), [0 .03], [], exact ());
check_close (sol.lambda(1, end), 199.175348105, 1e-4);
end

function tree = slider_tree (planar)
l = [0.15 0.30];
m = [0.36 0.151104 0.075552];
J = [0.002727 0.0045339259];
phi = pi/4;
alpha = pi - asin (l(1)/l(2) * sin (phi));
zero = zeros (1, ~planar);
hinge = {'inertia', {J(2) * [1 1 1], J(1) * [1 1 1]}};
if planar
    hinge = {'inertia', {J(2), J(1)}};
end
tree = geomstree ('planar', planar, 'gravity', zeros (1, 3 - planar));
tree = geomsaddbody (tree, 'slider', 'joint', 'prismatic', 'axis', 'x', 'mass', m(3), ...
    'q', l(1)*cos (phi) - l(2)*cos (alpha));
tree = geomsaddbody (tree, {'rod', 'crank'}, 'parent', {'slider', 'rod'}, 'at', ...
    {[0 0 zero], [l(2) 0 zero]}, 'mass', {m(2), m(1)}, 'com', {[l(2)/2 0 zero], ...
    [l(1)/2 0 zero]}, 'q', {alpha, phi + pi - alpha}, hinge{:});
tree = geomsaddjoint (tree, 'revolute', 'ground', {'crank', [l(1) 0 zero]}, 'name', 'pivot');
end

function slidercrank ()
rate = 0.15/0.30 * cos (pi/4) / cos (pi - asin (0.5 * sin (pi/4))) * 5;
alpha = pi - asin (0.5 * sin (pi/4));
v = [-0.15*sin(pi/4)*5 + 0.30*sin(alpha)*rate; rate; 5 - rate];
for planar = [true false]
    sys = geomssys (slider_tree (planar));
    sol = geoms (sys, [0 2], struct ('v', v), exact ());
    check_close (sol.p(:, end), [.36007332129; 3.56289146066; ...
        11.608632790 + pi - 3.56289146066], 1e-7);
    check (isempty (sol.info.redundant.rows) == planar);
end
end

function machines ()
tree = geomsaddbody (geomstree (), 'craft', 'joint', 'free', 'mass', 1.2, 'inertia', ...
    [.01 .01 .02], 'q', [0 0 1  1 0 0 0]);
arm = .2 * [1 0 0; 0 1 0; -1 0 0; 0 -1 0];
for k = 1:4
    tree = geomsaddforce (tree, 'force', {'craft', arm(k, :)}, 'value', [0 0 2.943], 'axes', ...
        'body');
    tree = geomsaddforce (tree, 'torque', 'craft', 'value', [0, 0, (-1)^k] * .016 * 2.943, ...
        'axes', 'body');
end
sol = geoms (geomssys (tree), [0 1], struct ());
check_close (sol.p(:, end), [0 0 1  1 0 0 0]', 1e-13);
sol = geoms (geomssys (tree), [0 1], struct ('v', [0 0 0  0 0 3]'));
check_close (sol.p(4:7, end), [cos(1.5) 0 0 sin(1.5)]', 1e-5);

tree = gripper ();
x0 = geomsinit (geomssys (tree), 0, struct ('p', 0.01 * (1:7)'));
check_close (x0.v([4 7]), -500/2 * 0.01 * [4; 7], 1e-9);
sol = geoms (geomssys (tree), [0 0.2], x0);
check (strcmp (sol.info.status, 'ok') && isequal (sol.info.massless, [4 7]));
end

function tree = gripper ()
tree = geomsaddbody (geomstree (), 'palm', 'joint', 'prismatic', 'axis', 'z', 'mass', 2, ...
    'inertia', [.01 .01 .01]);
rod = {'mass', .1, 'com', [0 0 -.03], 'inertia', [1e-4 1e-4 1e-5]};
for side = [-1 1]
    f = sprintf ('finger%+d', side);
    tree = geomsaddbody (tree, f, 'parent', 'palm', 'at', [side * .04 0 -.02], 'axis', 'y', rod{:});
    tree = geomsaddbody (tree, [f 'tip'], 'parent', f, 'at', [0 0 -.06], 'axis', 'y', rod{:});
    tree = geomsaddbody (tree, [f 'pad'], 'parent', [f 'tip'], 'at', [0 0 -.06], 'joint', ...
        'prismatic', 'axis', 'x');
    tree = geomsaddforce (tree, 'joint', [f 'pad'], 'stiffness', 500, 'damping', 2);
    tree = geomsaddforce (tree, 'joint', f, 'torque', side * .2);
end
end

% d1 d2 / (d1 + d2) acts, and the ball turns with d2 / (d1 + d2) of the speed
function ball ()
e = [.9 .1 -.3 .2] / norm ([.9 .1 -.3 .2]);
V = [0 -e(4) e(3); e(4) 0 -e(2); -e(3) e(2) 0];
R = eye (3) + 2 * e(1) * V + 2 * V * V;
w = [1; -2; .7];
tree = geomsaddbody (geomstree ('gravity', [0 -9.81 0]), 'arm', 'mass', 1.5, 'com', ...
    [.3 -.1 .05], 'inertia', [.1 .2 .15 .01 .02 -.01], 'q', .2, 'v', .5);
tree = geomsaddbody (tree, 'ball', 'parent', 'arm', 'joint', 'spherical', 'at', [.6 0 0], ...
    'v', .4 * R * w);
tree = geomsaddbody (tree, 'bob', 'parent', 'ball', 'joint', 'spherical', 'q', e, 'v', .6 * w, ...
    'mass', 1, 'com', [.1 -.3 .05], 'inertia', [.05 .02 .06 .003 .002 -.004]);
tree = geomsaddforce (tree, 'joint', 'ball', 'damping', .3);
tree = geomsaddforce (tree, 'joint', 'bob', 'damping', .2);
sol = geoms (geomssys (tree), [0 3], struct (), exact ());
check_close ([sol.p(1, end); sol.v(1, end)], [-2.369228714177; -2.502507580855], 1e-7);
check (max (sol.residual.relative(:)) < 1e-12);
end

function names ()
tree = geomsaddbody (geomstree (), 'craft', 'joint', 'free', 'mass', 1, 'inertia', 1);
tree = geomsaddbody (tree, 'eye', 'parent', 'craft', 'joint', 'spherical', 'mass', 1, 'inertia', 1);
tree = geomsaddbody (tree, 'rail', 'parent', 'craft', 'joint', 'cylindrical', 'mass', 1, ...
    'inertia', 1);
tree = geomsaddjoint (tree, 'rod', 'rail', {'ground', [1 0 0]}, 'name', 'link');
sys = geomssys (tree);
check (isequal (sys.names.p([1 4 8 12]), {'craft.x1', 'craft.e0', 'eye.e0', 'rail.q1'}));
check (isequal (sys.names.v([1 4 7 11]), {'craft.v1', 'craft.w1', 'eye.w1', 'rail.v2'}));
check (isequal (sys.names.lambda, {'link: distance'}));
check_error ('geoms:initial:slow', @() geomsinit (geomssys (far ()), 0), '''pin: coincide x''');
end

% a loop that cannot be closed
function tree = far ()
tree = geomsaddbody (pendulum_of (1/12), 'far', 'parent', 'ground', 'at', [10 1], 'mass', 1, ...
    'com', [1 0], 'q', 0.5);
tree = geomsaddbody (tree, 'hand', 'parent', 'lower', 'at', [1 0], 'mass', 1, 'com', [1 0], 'q', 1);
tree = geomsaddjoint (tree, 'revolute', {'hand', [1 0]}, {'far', [1 0]}, 'name', 'pin');
end

% coupler: what the coupler is given, {}: no mass
function tree = four_bar (coupler)
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
if nargin < 1
    coupler = bar;
end
tree = geomsaddbody (geomstree ('planar', true), 'crank', bar{:}, 'q', pi/2, 'v', 1);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [1 0], coupler{:}, 'q', -pi/2);
tree = geomsaddbody (tree, 'rocker', 'at', [1.2 0], bar{:}, 'q', pi/2);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [1 0]}, {'rocker', [1 0]}, 'name', 'pin');
end

function starts ()
sys = geomssys (four_bar ());
[x0, report] = geomsinit (sys, 0);
check (report.residual.after(1) < 1e-14 && report.residual.before(1) > 1e-3);
sol = check_warning ('geoms:initial:moved', @() geoms (sys, [0 0.1]));    % a velocity is no sketch
check (strcmp (sol.info.moved.name, 'v(1) ''crank.v''') && sol.info.moved.others == 0);
same = check_warning ('', @() geoms (sys, [0 0.1], x0));
check_close (same.p(:, 1), x0.p, 1e-12);
check (max (sol.residual.relative(:, 1)) < 1e-12);
check (isequal (sol.y, getfield (geoms (sys, [0 0.1], [], 'Display', 'off'), 'y')));
% also coordinates that are left out: 320 for 0.32
far = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'w', 'joint', 'planar', 'mass', 40, 'inertia', 1);
far = geomssys (geomsaddjoint (far, 'rod', 'w', {'ground', [1 0.1]}, 'length', 320));
check_warning ('geoms:initial:moved', @() geoms (far, [0 0.1]));
% what is given is told
sol = geoms (sys, [0 0.1], struct ('v', [1; 1; 1]), 'Display', 'off');
check (~isempty (strfind (sol.info.moved(1).name, '.v')));
x0 = geomsinit (sys, 0, struct ('v', [1; 1; 1]), 'Fixed', {'crank.v'});
check_close (x0.v(1), 1, 1e-14);
% nearly a unit quaternion
tree = geomsaddbody (geomstree (), 'top', 'joint', 'spherical', 'mass', 1, 'inertia', 1);
x0 = geomsinit (geomssys (tree), 0, struct ('p', [1 + 1e-7; 0; 0; 0]));
check_close (x0.p, [1; 0; 0; 0], 1e-15);
end

function goes_on ()
sys = geomssys (four_bar ());
whole = geoms (sys, [0 0.4]);
part = geoms (sys, [0 0.2]);
file = [tempname(), '.mat'];
save (file, 'sys', 'part');
remover = onCleanup (@() delete (file));
read = load (file);
on = geomsextend (read.part, read.sys, 0.4);
check (isequal (on.y, whole.y) && isequal (on.t, whole.t));
check (isequal (getfield (geoms (read.sys, [0 0.4]), 'y'), whole.y));
anew = geomsextend (part, sys, 0.4, struct ('p', part.p(:, end)), 'Display', 'off');
check_close (anew.t(end), 0.4, 0);
end

function events ()
sys = geomssys (four_bar ());
sol = geoms (sys, [0 1], [], 'Events', @(t,p,v) deal (p(1) - 1.6, 1));
check (strcmp (sol.info.status, 'event'));
check_close (sol.ye(sys.index.p(1)), 1.6, 1e-9);
back = geoms (sys, [0 1], [], 'Events', @(t,p,v) p(1) - 1.6, 'EventAction', ...
    @(t,p,v,z,ie) struct ('v', -v));
check (numel (back.xe) >= 1 && back.p(1, end) < 1.6);
end

function others ()
sys = geomssys (four_bar ());
report = geomscheck (sys, 0, struct ());
check (report.ok && any (strcmp (report.checked, 'tree: gII')));
x0 = geomsinit (sys, 0);
[f, ode] = geomsrhs (sys, 'index1-explicit');
y = ode.pack (x0);
check_close (ode.residual (0, y, ode.slope (0, y)), zeros (8, 1), 1e-12);
form = geomsreduce (sys, 0, x0);
check (isequal (size (form.A), size (form.E)));
res = geomscompare (sys, [0 0.2], x0, 'Contenders', {{'psf', 'radau5'}, {'ggl', 'radau5'}}, ...
    'Tolerances', 1e-5, 'Display', 'off', 'Energy', @(t,p,v) v(1));
check (numel (res) == 2);
old = get (0, 'defaultfigurevisible');
set (0, 'defaultfigurevisible', 'off');
restorer = onCleanup (@() set (0, 'defaultfigurevisible', old));
close (geomsplot (geoms (sys, [0 0.1])));
end

function parameters ()
tree = geomsaddforce (four_bar (), 'spring', 'ground', {'rocker', [1 0]}, 'stiffness', 3, ...
    'name', 'shock');
tree = geomsaddforce (tree, 'joint', 'crank', 'damping', 0.1);
sys = geomssys (tree, 'parameters', {'crank.mass', 'shock.stiffness', 'crank.damping', ...
    'rocker.com', 'gravity(2)'});
check (isequal (sys.parameters, [1; 3; 0.1; 0.5; 0; -9.81]));
other = geomssys (sys, 'parameters', [2; 4; 0.3; 0.4; 0.1; -1]);
bar = {'inertia', 1/12};
same = geomsaddbody (geomstree ('planar', true, 'gravity', [0 -1]), 'crank', bar{:}, 'mass', 2, ...
    'com', [0.5 0], 'q', pi/2, 'v', 1);
same = geomsaddbody (same, 'coupler', 'parent', 'crank', 'at', [1 0], bar{:}, 'mass', 1, 'com', ...
    [0.5 0], 'q', -pi/2);
same = geomsaddbody (same, 'rocker', 'at', [1.2 0], bar{:}, 'mass', 1, 'com', [0.4 0.1], 'q', pi/2);
same = geomsaddjoint (same, 'revolute', {'coupler', [1 0]}, {'rocker', [1 0]}, 'name', 'pin');
same = geomsaddforce (same, 'spring', 'ground', {'rocker', [1 0]}, 'stiffness', 4);
same = geomsaddforce (same, 'joint', 'crank', 'damping', 0.3);
check (isequal (getfield (geoms (other, [0 0.2]), 'y'), ...
    getfield (geoms (geomssys (same), [0 0.2]), 'y')));
sol = geoms (other, [0 0.2], [], 'Events', @(t,p,v,q) p(1) - q(1));
check (strcmp (sol.info.status, 'ok'));
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', {'crank.mas'}), '''mass''');
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', {'cranc.mass'}), ...
    '''crank''');
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', {'crank.com(3)'}), '2');
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', {'crank'}), '''crank''');
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', 3), '3');
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', {'gravty(1)'}), ...
    'no number ''gravty'' without a body');
check_error ('geoms:tree:twice', @() geomssys (tree, 'parameters', {'crank.com', 'crank.com(1)'}));
check_error ('geoms:tree:parameter', @() geomssys (other, 'parameters', [1 2]), 'crank.mass');
check_error ('geoms:tree:parameter', @() geomssys (other, 'parameters', ...
    [-2; 4; 0.3; 0.4; 0.1; -1]), 'crank.mass');
check_error ('geoms:system:change', @() geomssys (geomssys (tree), 'parameters', 1));
end

function printed ()
tree = geomsaddforce (four_bar (), 'joint', 'crank', 'damping', 0.1); %#ok<NASGU>
text = evalc ('geomstree (tree)');
for part = {'planar tree', '    coupler: revolute at [1 0], mass 1', ...
    'pin: revolute, coupler - rocker', 'crank: joint, crank'}
    check (~isempty (strfind (text, part{1})), '%s is missing in %s', part{1}, text);
end
end

% the same mechanism with and without the third dimension
function planar ()
sol = cell (1, 2);
for planar = [true false]
    zero = zeros (1, ~planar);
    gravity = {[1 -9 zero]};
    tree = geomstree ('planar', planar, 'gravity', gravity{1});
    tree = geomsaddbody (tree, 'a', 'joint', 'planar', 'mass', 1, 'com', [0.2 0.1 zero], ...
        'inertia', 0.1, 'v', [1 0 1]);
    tree = geomsaddbody (tree, 'b', 'parent', 'a', 'joint', 'prismatic', 'axis', [1 1 zero], ...
        'at', [0.5 0 zero], 'mass', 0.5, 'inertia', 0.1, 'q', 0.1);
    tree = geomsaddbody (tree, 'c', 'parent', 'b', 'mass', 0.3, 'com', [0 0.3 zero], 'inertia', ...
        0.02, 'q', 0.4);
    tree = geomsaddforce (tree, 'spring', {'ground', [0 1 zero]}, {'c', [0 0.2 zero]}, ...
        'stiffness', 9, 'damping', 0.1);
    tree = geomsaddforce (tree, 'force', 'c', 'value', [0.1 0.2 zero], 'axes', 'b');
    sol{1 + planar} = geoms (geomssys (tree), [0 1], struct (), exact ());
end
check_close (sol{1}.p(:, end), sol{2}.p(:, end), 1e-8);
end

% M v' = f - C'lambda, or v' = ...; bodies without mass need the former
function both_rows ()
for sys = {geomssys(pendulum_of(1/12)), geomssys(bricard_tree()), geomssys(four_bar()), ...
        geomssys(four_bar({}))}
    x0 = geomsinit (sys{1}, 0);
    ends = zeros (sys{1}.dims.np, 3);
    words = {'auto', 'force', 'acceleration'};
    for i = 1:3
        sol = geoms (sys{1}, [0 0.5], x0, exact (), 'VelocityRows', words{i}, 'Method', 'radau5');
        check (strcmp (sol.info.status, 'ok'));
        check (i == 1 || strcmp (sol.info.velocityRows, words{i}));
        ends(:, i) = sol.p(:, end);
    end
    check_close (ends(:, [1 1]), ends(:, 2:3), 2e-8);
end
sys = geomssys (gripper ());
sol = geoms (sys, [0 0.01]);
check (strcmp (sol.info.velocityRows, 'force'));
check_error ('geoms:options:value', @() geoms (sys, [0 0.01], [], 'VelocityRows', ...
    'acceleration'), 'finger-1pad.v');
end

% between 1e-11 of what is carried, where inertia counts as none, and 1e-7
function light ()
for mass = [1e-6, 1e-8, 3e-11, 1e-12, 0]
    tree = coaxial (mass);
    if mass == 1e-8 || mass == 3e-11
        check_warning ('geoms:tree:nearlyMassless', @() geomssys (tree));
        check (~isempty (strfind (lastwarn (), '''first.v''')));
        check (isempty (strfind (lastwarn (), '''second.v''')));
    else
        check_warning ('', @() geomssys (tree));
    end
end
% at the end of a branch nothing is lost
tree = geomsaddbody (geomstree ('planar', true), 'first', 'joint', 'prismatic', 'mass', 1);
tree = geomsaddbody (tree, 'second', 'parent', 'first', 'joint', 'prismatic', 'mass', 1e-9);
check_warning ('', @() geomssys (tree));
% a parameter that makes it so; a run does not repeat it
sys = geomssys (coaxial (1e-3), 'parameters', {'first.mass'});
sys = check_warning ('geoms:tree:nearlyMassless', @() geomssys (sys, 'parameters', 1e-9));
check_warning ('', @() geoms (sys, [0 1e-3], [], 'Display', 'off'));
end

% two slides along one line, the first one of this mass
function tree = coaxial (mass)
tree = geomsaddbody (geomstree ('planar', true), 'first', 'joint', 'prismatic', 'mass', mass);
tree = geomsaddbody (tree, 'second', 'parent', 'first', 'joint', 'prismatic', 'mass', 1);
tree = geomsaddforce (tree, 'joint', 'first', 'stiffness', 1, 'damping', 1);
end

% no answer in seconds: the machine may be busy
function many ()
n = 10000;
names = arrayfun (@(i) sprintf ('b%d', i), 1:n, 'UniformOutput', false);
tree = geomsaddbody (geomstree ('planar', true), names, 'parent', [{'ground'}, names(1:n - 1)], ...
    'at', [1 0], 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
sys = geomssys (tree);
check (sys.dims.nv == n && strcmp (sys.names.v{n}, 'b10000.v'));
check (isequal (sys.tree.bodies(1, :), 0:n - 1));
one = geomstree ('planar', true);
parent = 'ground';
for i = 1:100
    one = geomsaddbody (one, names{i}, 'parent', parent, 'at', [1 0], 'mass', 1, 'com', [0.5 0], ...
        'inertia', 1/12);
    parent = names{i};
end
check (isequal (getfield (geomssys (one), 'tree', 'bodies'), sys.tree.bodies(:, 1:100)));
check (numel (one.bodies) < 8);
end

% forty links, both ends held; 'Multipliers' asks for matrices
function held ()
addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'cable'));
[sys, cable] = cable_system (40);
opts = geomsset ('RelTol', 1e-6, 'AbsTol', 1e-6);
sol = geoms (sys, [0 0.4], struct (), opts);
check (strcmp (sol.info.velocityRows, 'recursive') && strcmp (sol.info.multipliers, 'solved'));
check (max (sol.residual.relative(:)) < 1e-12);
check (isequal (sol.info.redundant.rank(:), [2; 2; 2]));
dense = geoms (sys, [0 0.4], struct (), geomsset (opts, 'Multipliers', 'solved'));
check (strcmp (dense.info.velocityRows, 'acceleration'));
check (abs (sol.stats.nsteps - dense.stats.nsteps) <= 1);
check_close (sol.y(:, end), dense.y(:, end), 1e-7);
% what holds the ends carries the cable, and moves it
taken = [0; cable.weight * 10];
for i = 1:40
    m = geomsmotion (sol, sys, {sprintf('link%d', i), [cable.step/2 0]}, 0.4);
    taken = taken + cable.step * m.a(1:2);
end
first = geomsreaction (sol, sys, 'link1', 0.4, 'Axes', 'world');
last = geomsreaction (sol, sys, 'pin', 0.4, 'Axes', 'world');
check_close (first(1:2) + last(1:2), taken, 1e-9);
part = geoms (sys, [0 0.25], struct (), opts);
on = geomsextend (part, sys, 0.4);
check (isequal (on.y(:, end), sol.y(:, end)) && on.stats.nsteps == sol.stats.nsteps);
end

% in space: a driven cart, forces, the offset of a coupling as functions of time; a damper in series
function held_in_time ()
tree = geomsaddbody (geomstree (), 'cart', 'joint', 'prismatic', 'axis', 'x', 'mass', 1, ...
    'motion', @(t) [0.3*sin(3*t); 0.9*cos(3*t); -2.7*sin(3*t)]);
parent = 'cart';
at = [0 0 0];
for i = 1:12
    name = sprintf ('link%d', i);
    tree = geomsaddbody (tree, name, 'parent', parent, 'joint', 'universal', 'at', at, ...
        'mass', 0.5, 'com', [0.25 0 0], 'inertia', [0.01 0.02 0.02], ...
        'q', [0, 0.6*(i == 1)-1.2*(i == 7)]);
    tree = geomsaddforce (tree, 'joint', name, 'damping', 0.3);
    parent = name;
    at = [0.5 0 0];
end
tree = geomsaddforce (tree, 'series', {'link3', [0.5 0 0]}, {'ground', [1 1 -3]}, ...
    'stiffness', 50, 'damping', 10);
tree = geomsaddforce (tree, 'force', {'link6', [0.2 0 0]}, 'value', @(t) [0; 3; 1] * sin (5 * t));
tree = geomsaddjoint (tree, 'spherical', {'ground', [5 0 0]}, {'link12', [0.5 0 0]});
tree = geomsaddjoint (tree, 'coupling', {'link2.q1', 'link11.q1'}, [1 -1], 'offset', ...
    @(t) [0.1*sin(t); 0.1*cos(t); -0.1*sin(t)]);
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
dense = geoms (sys, [0 1], struct (), 'Multipliers', 'solved');
check (strcmp (sol.info.velocityRows, 'recursive'));
check (strcmp (dense.info.velocityRows, 'acceleration'));
check (abs (sol.stats.nsteps - dense.stats.nsteps) <= 1);
check_close (sol.y(:, end), dense.y(:, end), 1e-6);
check (max (sol.residual.relative(:)) < 1e-11);
end

function options_first ()
sys = geomssys (pendulum_of (1/12));
coarse = geomsset ('RelTol', 1e-3, 'AbsTol', 1e-3);
one = geoms (sys, [0 1], [], coarse);
check (one.stats.nsteps < getfield (geoms (sys, [0 1]), 'stats', 'nsteps'));
for opts = {{'RelTol', 1e-3, 'AbsTol', 1e-3}, {coarse}, {coarse, 'AbsTol', 1e-3}, ...
        {odeset('RelTol', 1e-3, 'AbsTol', 1e-3)}}
    check (isequal (getfield (geoms (sys, [0 1], opts{1}{:}), 'y'), one.y));
    longer = geomsextend (one, sys, 2, opts{1}{:});
    check (isequal (longer.y, getfield (geomsextend (one, sys, 2), 'y')));
end
x0 = geomsinit (sys, 0, 'Fixed', {'p'});
check (isequal (x0, geomsinit (sys, 0, geomsset ('RelTol', 1e-3))));
res = geomscompare (sys, [0 0.1], 'Formulations', 'psf', 'Tolerances', 1e-3, 'Display', 'off', ...
    'Plot', 'off');
check (strcmp (res.status, 'ok'));
check_error ('geoms:x0:name', @() geoms (sys, [0 1], struct ('RelTol', 1e-3, 'p', 0)), 'RelTol');
check_error ('geoms:arguments:number', @() geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), ...
    [0 1], 'RelTol', 1e-3), 'Options stand behind the initial values');
end

% three gears, of which two are tied twice
function redundant_once ()
tree = geomsaddbody (geomstree ('planar', true), {'a', 'b', 'c'}, 'inertia', 1);
for pair = {'a', 'a', 'b'; 'b', 'b', 'c'}
    tree = geomsaddjoint (tree, 'coupling', pair', [1 1]);
end
sol = check_warning ('geoms:redundant', @() geoms (geomssys (tree), [0 0.1]));
text = lastwarn ();
check (numel (strfind (text, 'coupling1')) == 1 && isempty (strfind (text, 'gI')));
check (~isempty (strfind (text, '(rank 2 of 3)')) && numel (sol.info.redundant.rows) == 6);
check (any (strfind (text, 'motion is not affected')));
end

% two rods on one door, and one
function locked ()
door = geomsaddbody (geomstree (), 'door', 'axis', 'x', 'mass', 10, 'com', [0 0.5 0], 'inertia', [1 1 1]);
door = geomsaddjoint (door, 'rod', {'ground', [0 0 1]}, {'door', [0 1 0]});
sol = check_warning ('geoms:rank:locked', @() geoms (geomssys (door), [0 1]));
check (all (sol.v == 0) && abs (sol.lambda(end) - 10 * 9.81 / 2) < 1e-10);
door = geomsaddjoint (door, 'rod', {'ground', [0 0 2]}, {'door', [0 1 0]});
check_warning ('geoms:redundant', @() geoms (geomssys (door), [0 1]));
check (any (strfind (lastwarn (), 'Nothing can move')));
driven = geomsaddbody (geomstree (), 'arm', 'mass', 1, 'com', [0.5 0 0], 'inertia', 1);
driven = geomsaddjoint (driven, 'coupling', {'arm'}, 1, 'offset', @(t) sin (t));
check_warning ('', @() geoms (geomssys (driven), [0 1]));
end

% drawn straight
function too_long ()
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (geomstree ('planar', true), 'a', bar{:});
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0], bar{:});
rod = @(L) geomssys (geomsaddjoint (tree, 'rod', {'b', [1 0]}, {'ground', [-2 0]}, 'length', L));
check_error ('geoms:initial:contradiction', @() geoms (rod (7), [0 1]), ...
    'rod1: distance'' cannot be met');
check_error ('geoms:initial:contradiction', @() geomsinit (rod (7), 0), 'value -16.5');
check_error ('geoms:rank:singular', @() geoms (rod (4), [0 1]), 'begins in a singular position');
check_error ('geoms:rank:singular', @() geoms (rod (3.9), [0 1]), 'Start beside it');
end

function all_driven ()
tree = geomsaddbody (geomstree ('planar', true), 'motor', 'mass', 1, 'com', [0.5 0], 'inertia', ...
    1/12, 'motion', @(t) [t; 1; 0]);
check_error ('geoms:tree:driven', @() geomssys (tree), '(''motor'')');
check_error ('geoms:tree:driven', @() geomssys (geomsaddbody (geomstree (), 'a', 'joint', ...
    'fixed')), 'fixed');
% as the message says
sys = geomssys (geomsaddbody (tree, 'idle', 'joint', 'prismatic', 'mass', 1));
sol = geoms (sys, [0 1]);
R = geomsreaction (sol, sys, 'motor', 1);
check_close (R, [-0.5 * cos(1); 9.81 - 0.5 * sin(1); 9.81 / 2 * cos(1)], 1e-12);
end

% one matrix would take 7 GB
function too_many_for_matrices ()
tree = hinges (30000);
sys = geomssys (tree);
for method = {'radau5', 'bdf', 'dopri5'}
    sol = geoms (sys, [0 1], 'MaxSteps', 3, 'Method', method{1}, 'Display', 'off');
    check (numel (sol.t) == 4);
    check (strcmp (sol.info.velocityRows, 'recursive') || strcmp (method{1}, 'dopri5'));
end
e = geomsenergy (geoms (sys, [0 0.02]), sys);
check (e.kinetic(end) > 1 && abs (e.total(end) - e.total(1)) < 1e-5 * e.kinetic(end));
check_error ('geoms:system:model', @() geoms (sys, [0 1], 'Formulation', 'psi1'), '60000 unknowns');
check_error ('geoms:system:model', @() geoms (sys, [0 1], 'VelocityRows', 'force'), 'VelocityRows');
tied = geomssys (geomsaddjoint (tree, 'coupling', {'b1', 'b2'}, [1 1]));
sol = geoms (tied, [0 1], 'MaxSteps', 1, 'Display', 'off');
check (strcmp (sol.info.velocityRows, 'recursive') && numel (sol.t) == 2);
check_error ('geoms:system:model', @() geoms (tied, [0 1], 'Method', 'dopri5'), 'at most 50 rows');
for f = {@() geomscheck(sys, 0, struct ()), @() geomsterms(sys, 0, struct ()), ...
        @() geomsrhs(sys, 'psf'), @() geomsreduce(sys, 0, struct ()), ...
        @() geomssys(tree, 'force', @(t,p,v) 0 * v)}
    check_error ('geoms:system:dims', f{1}, 'all matrices are full');
end
end

function tree = hinges (n)
names = arrayfun (@(i) sprintf ('b%d', i), 1:n, 'UniformOutput', false);
tree = geomsaddbody (geomstree ('planar', true), names, 'parent', [{'ground'}, names(1:n - 1)], ...
    'at', [1 0], 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
end

function refused ()
check_error ('geoms:tree:option', @() geomstree ('planr', true), '''planar''');
check_error ('geoms:tree:pairs', @() geomstree ('planar'), 'partner');
check_error ('geoms:tree:twice', @() geomstree ('planar', true, 'Planar', true));
check_error ('geoms:tree:value', @() geomstree ('planar', 2), '2');
check_error ('geoms:tree:value', @() geomstree ('gravity', -9.81), '-9.81');
check_error ('geoms:tree:gravity', @() geomstree ('planar', true, 'gravity', [0 0 -9.81]), 'plane');
check_error ('geoms:tree:output', @() returned (@geomstree, geomstree ()));
check_error ('geoms:tree:tree', @() returned (@geomsaddbody, 1, 'a'), 'double');
check_error ('geoms:tree:name', @() returned (@geomsaddmarker, geomstree (), 'hook', [0 0 0]), ...
    'body.name');
check_error ('geoms:tree:unknown', @() returned (@geomsaddmarker, geomstree (), 'groun.hook', ...
    [0 0 0]), '''ground''');
tree = geomsaddmarker (geomstree (), 'ground.hook', [0 0 0], [0 0 1]);
check_error ('geoms:tree:twice', @() returned (@geomsaddmarker, tree, 'ground.hook', [0 0 0]));
check_error ('geoms:tree:output', @() geomsaddmarker (tree, 'ground.eye', [0 0 0]));
end

function out = returned (fcn, varargin)
out = fcn (varargin{:});
end

function refused_systems ()
check_error ('geoms:tree:empty', @() geomssys (geomstree ()), 'geomsaddbody');
check_error ('geoms:system:mixed', @() geomssys (four_bar (), 'names', struct ()), 'none is');
sys = geomssys (four_bar ());
check_error ('geoms:x0:vector', @() geoms (sys, [0 1], zeros (8, 1)));
check_error ('geoms:x0:size', @() geoms (sys, [0 1], struct ('p', 1)));
for f = {@() geoms(four_bar (), [0 1]), @() geomsinit(four_bar (), 0), ...
        @() geomscheck(four_bar (), 0), @() geomscompare(four_bar (), [0 1])}
    check_error ('geoms:system:sys', f{1}, 'geoms (geomssys (tree), [0 10])');
end
spoilt = sys;
spoilt.tree.bodies = 1;
check_error ('geoms:system:sys', @() geoms (spoilt, [0 1], []), 'bodies');
top = geomsaddbody (geomstree (), 'top', 'joint', 'spherical', 'mass', 1, 'inertia', 1);
check_error ('geoms:tree:unit', @() geoms (geomssys (top), [0 1], struct ('p', [1; 1; 0; 0])), ...
    'top');
check_error ('geoms:initial:slow', @() geoms (geomssys (far ()), [0 1]), '''pin: coincide x''');
end

% a turntable about z without mass, and a thin rod on it, upright as drawn, that is laid down:
% J = 1 - cos^2 (angle) about z, J w stays
function driven_away ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'table', 'axis', 'z');
tree = geomsaddbody (tree, 'rod', 'parent', 'table', 'axis', 'x', 'mass', 1, 'inertia', [1 1 0], ...
    'motion', @(t) [0.5 + t; 1; 0]);
sys = geomssys (tree);
sol = geoms (sys, [0 0.5], struct ('v', 2), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.v(end), 2 * sin (0.5)^2 / sin (1)^2, 1e-6);
end
