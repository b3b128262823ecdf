function [passed, failed] = test_geomsreaction ()
%TEST_GEOMSREACTION  Reactions of joints: against Newton's law, and where they are not unique.

cases = {
    'a chain: the joints carry m (a - g), axes of joint and world', @chain
    'a four-bar mechanism: the ground carries all', @fourbar
    'a coupler without mass: the force of a rod', @coupler
    'moments, and torques in joints', @moments
    'closing joints in the plane: along the axis, across, moment', @plane
    'axes of closing joints, as the help says', @axes_of_joints
    'what couplings do to coordinates', @gears
    'force elements: on coordinates, along their line, Newton and Euler', @elements
    'what is not unique is NaN, what is not', @door
    'a cart that turns: two wheels share what acts along their axle', @cart
    'a system with other numbers than the run is refused', @numbers
    'refused', @refused};
[passed, failed] = geoms_suite ('geomsreaction', cases);

end

function chain ()
tree = geomstree ();
tree = geomsaddbody (tree, 'one', 'axis', 'y', 'turn', [0.2 0.4 0.6], 'mass', 2, 'com', ...
    [0.5 0 0], 'inertia', 1, 'v', 2);
tree = geomsaddbody (tree, 'two', 'parent', 'one', 'at', [1 0 0], 'joint', 'spherical', 'mass', ...
    3, 'com', [0 0 -0.5], 'inertia', [1 2 3] / 10, 'v', [1 2 3]);
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
t = [0 0.3 1];
one = geomsmotion (sol, sys, {'one', [0.5 0 0]}, t);
two = geomsmotion (sol, sys, {'two', [0 0 -0.5]}, t);
weight = [0; 0; 9.81] * ones (1, 3);
R = geomsreaction (sol, sys, 'two', t, 'axes', 'world');
check_close (R(1:3, :), 3 * (two.a + weight), 1e-10);
check_close (R(4:6, :), zeros (3, 3), 1e-12);
first = geomsreaction (sol, sys, 'one', t, 'axes', 'world');
check_close (first(1:3, :), 2 * (one.a + weight) + R(1:3, :), 1e-10);
% in axes of the joint: none about its own
own = geomsreaction (sol, sys, 'one', t);
check_close (own(5, :), zeros (1, 3), 1e-12);
turn = sys.tree.bodies(9:17, 1);
check_close (reshape (turn, 3, 3) * own(1:3, :), first(1:3, :), 1e-12);
end

function tree = bars (coupler)
tree = geomstree ('planar', true);
bar = {'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (tree, 'crank', 'mass', 1, bar{:}, 'q', pi/2);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [1 0], 'mass', coupler, bar{:}, ...
    'q', -pi/2);
tree = geomsaddbody (tree, 'rocker', 'at', [1 0], 'mass', 1, bar{:}, 'q', pi/2);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [1 0]}, {'rocker', [1 0]}, 'name', 'pin');
end

function fourbar ()
sys = geomssys (bars (2));
sol = geoms (sys, [0 0.5], struct ('v', [1; -1; 1]));
t = [0 0.2 0.5];
on = zeros (2, 3);
for name = {'crank', 'rocker'}
    R = geomsreaction (sol, sys, name{1}, t, 'axes', 'world');
    on = on + R(1:2, :);
    check_close (R(3, :), zeros (1, 3), 1e-11);
end
mass = [1 2 1];
need = zeros (2, 3);
names = {'crank', 'coupler', 'rocker'};
for i = 1:3
    m = geomsmotion (sol, sys, {names{i}, [0.5 0]}, t);
    need = need + mass(i) * (m.a + [0; 9.81] * ones (1, 3));
end
check_close (on, need, 1e-9);
% the pin acts on the rocker, in axes of the coupler
pin = geomsreaction (sol, sys, 'pin', t);
world = geomsreaction (sol, sys, 'pin', t, 'axes', 'world');
rocker = geomsmotion (sol, sys, {'rocker', [0.5 0]}, t);
support = geomsreaction (sol, sys, 'rocker', t);
check_close (world(1:2, :) + support(1:2, :), rocker.a + [0; 9.81] * ones (1, 3), 1e-9);
m = geomsmotion (sol, sys, 'coupler', t);
for j = 1:3
    check_close (m.R(:, :, j) * pin(1:2, j), world(1:2, j), 1e-12);
end
end

% it is a rod, whose force acts along it
function coupler ()
crank = {'crank', 'mass', 1, 'com', [0 0.5], 'inertia', 1/12};
rocker = {'rocker', 'at', [2 0], 'mass', 1.5, 'com', [0 0.75], 'inertia', 1.5 * 2.25 / 12};
tree = geomsaddbody (geomstree ('planar', true), crank{:});
rod = geomsaddjoint (geomsaddbody (tree, rocker{:}), 'rod', {'crank', [0 1]}, {'rocker', ...
    [0 1.5]}, 'name', 'rod');
tree = geomsaddbody (geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [0 1]), rocker{:});
tree = geomsaddjoint (tree, 'revolute', {'coupler', [2 0.5]}, {'rocker', [0 1.5]}, 'name', 'pin');
v = {[0.1; -0.1; 0.2/3], [0.1; 0.2/3]};
found = cell (1, 2);
trees = {tree, rod};
names = {'pin', 'rod'};
for i = 1:2
    sys = geomssys (trees{i});
    sol = geoms (sys, [0 0.8], struct ('v', v{i}), 'RelTol', 1e-10, 'AbsTol', 1e-10);
    check_close (sol.p([1 end], end), [0.2249560474; 0.1506577224], 1e-8);
    found{i} = geomsreaction (sol, sys, names{i}, 0.8, 'axes', 'world');
end
check_close (found{1}, [-0.2062989842; -0.0524753719; 0], 1e-8);
check_close (found{2}, found{1}, 1e-8);
end

function moments ()
tree = geomsaddbody (geomstree (), 'beam', 'axis', 'x', 'mass', 2, 'com', [0.5 0 0], 'inertia', 1);
tree = geomsaddforce (tree, 'joint', 'beam', 'torque', 0.25);
tree = geomsaddforce (tree, 'force', {'beam', [1 0 0]}, 'value', [0 7 0]);
sys = geomssys (tree);
R = geomsreaction (geoms (sys, [0 0.1]), sys, 'beam', 0);
check_close (R, [0; -7; 2 * 9.81; 0.25; -9.81; -7], 1e-11);
end

% a box that a rail along [3 4] guides carries its weight across the rail, off the point of the rail
function plane ()
tree = geomsaddbody (geomstree ('planar', true), 'box', 'joint', 'planar', 'mass', 1, 'com', ...
    [1 0], 'inertia', 1);
for kind = {'prismatic', 'line'}
    sys = geomssys (geomsaddjoint (tree, kind{1}, 'ground', 'box', 'axis', [3 4], 'name', 'rail'));
    sol = geoms (sys, [0 0.1]);
    R = geomsreaction (sol, sys, 'rail', 0);
    world = geomsreaction (sol, sys, 'rail', 0, 'axes', 'world');
    check_close ([4 3; -3 4] * R(1:2) / 5, world(1:2), 1e-12);
    check_close ([R(2); R(3) - world(3)], [0; 0], 1e-12);
    if strcmp (kind{1}, 'prismatic')
        % m (a - g) = 3/5 g (-4, 3) / 5, whose moment is that at com
        check_close (R, 9.81 * [-3/5; 0; 9/25], 1e-9);
    end
end
end

% right-handed: z is 'axis', in the plane y; and rows are named after them
function axes_of_joints ()
expected = {'x', [0 0 1; 0 1 0; -1 0 0]; 'y', [0 1 0; 0 0 1; 1 0 0]; 'z', eye(3); ...
    [0 0 -1], [0 1 0; 1 0 0; 0 0 -1]};
tree = geomsaddbody (geomstree (), 'base', 'joint', 'free', 'mass', 1, 'inertia', 1, 'q', ...
    [0 0 0 0.8 0.2 0.4 0.4]);
tree = geomsaddbody (tree, 'box', 'joint', 'free', 'mass', 1, 'com', [1 0.2 0.4], 'inertia', 1);
tree = geomsaddforce (tree, 'force', {'box', [0.3 1 2]}, 'value', [-1 3 5]);
for i = 1:size (expected, 1)
    for kind = {'revolute', 'prismatic', 'line'}
        axis_is (tree, kind{1}, expected{i, :});
    end
end
tree = geomsaddbody (geomstree ('planar', true), 'base', 'mass', 1, 'inertia', 1, 'q', 0.7);
tree = geomsaddbody (tree, 'box', 'joint', 'planar', 'mass', 1, 'com', [1 0.2], 'inertia', 1);
tree = geomsaddforce (tree, 'force', {'box', [0.3 1]}, 'value', [-1 3]);
for kind = {'prismatic', 'line'}
    axis_is (tree, kind{1}, 'x', [0 1; -1 0]);
    axis_is (tree, kind{1}, 'y', eye (2));
end
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'disk', 'mass', 1, 'inertia', 1, 'joint', ...
    'free');
tree = geomsaddforce (tree, 'torque', 'disk', 'value', [0 3 0]);
sys = geomssys (geomsaddjoint (tree, 'revolute', 'ground', 'disk', 'name', 'hinge'));
sol = geoms (sys, [0 0.1]);
check_close (geomsreaction (sol, sys, 'hinge', 0), [0; 0; 0; 0; -3; 0], 1e-12);
at = find (abs (sol.lambda(:, 1)) > 1);    % z of the ground across x of the disk: about y
check (isequal (sys.names.lambda(at), {'hinge: across 1'}));
end

% axes: by columns, in the base
function axis_is (tree, kind, direction, axes)
sys = geomssys (geomsaddjoint (tree, kind, 'base', 'box', 'axis', direction, 'name', 'rail'));
sol = geoms (sys, [0 0.01]);
base = geomsmotion (sol, sys, 'base', 0);
R = geomsreaction (sol, sys, 'rail', 0);
world = geomsreaction (sol, sys, 'rail', 0, 'axes', 'world');
n = size (axes, 1);
check (norm (world(1:n)) > 0.1);
check_close (base.R * axes * R(1:n), world(1:n), 1e-12);
if n == 3
    check_close (base.R * axes * R(4:6), world(4:6), 1e-12);
end
end

% 2 w - x = 0: 3 = I_w w'' + 2 lambda, I_x x'' = lambda; a rack, whose force is one
function gears ()
tree = geomstree ('planar', true, 'gravity', [0 0]);
tree = geomsaddbody (tree, {'w', 'x'}, 'mass', 1, 'inertia', {2, 1});
tree = geomsaddforce (tree, 'torque', 'w', 'value', 3);
ring = @(tree, name) geomsaddjoint (tree, 'coupling', {'w', 'x'}, [2 -1], 'name', name);
sys = geomssys (ring (tree, 'ring1'));
sol = geoms (sys, [0 1]);
check_close (geomsreaction (sol, sys, 'ring1', [0 1]), [-2 -2; 1 1], 1e-12);
check_close (geomsreaction (sol, sys, 'x', 1), [0; 0; 1], 1e-12);    % what turns it: the ring
check_error ('geoms:reaction:axes', @() geomsreaction (sol, sys, 'ring1', 'axes', 'world'), ...
    'leave out');
check_error ('geoms:tree:unknown', @() geomsreaction (sol, sys, 'rign1'), '''ring1''');
% behind the rows of a loop; twice
two = geomsaddjoint (geomsaddjoint (tree, 'revolute', 'ground', 'x'), 'coupling', {'w'}, 1, ...
    'name', 'stop');
sys = geomssys (two);
sol = geoms (sys, [0 1], struct (), 'ConstraintDecomposition', 'svd');
check_close (geomsreaction (sol, sys, 'stop', 1), -3, 1e-12);
sys = geomssys (ring (ring (tree, 'a'), 'b'));
sol = geoms (sys, [0 1], struct (), 'ConstraintDecomposition', 'svd');
check (all (isnan (geomsreaction (sol, sys, 'a', 1))));
end

% two hinges along z share what acts across it; about z there is none
function door ()
tree = geomsaddbody (geomstree (), 'door', 'axis', 'z', 'mass', 1, 'com', [0.5 0 0], 'inertia', 1);
tree = geomsaddjoint (tree, 'revolute', {'ground', [0 0 1]}, {'door', [0 0 1]}, 'name', 'upper');
tree = geomsaddbody (tree, 'knob', 'parent', 'door', 'at', [1 0 0], 'mass', 0.1, 'inertia', 0.1);
sys = geomssys (tree);
sol = geoms (sys, [0 1], struct ('v', [1; 0]), 'ConstraintDecomposition', 'svd');
open = [NaN; NaN; NaN; NaN; NaN; 0];
for axes = {'joint', 'world'}
    for name = {'door', 'upper'}
        check_close (geomsreaction (sol, sys, name{1}, 0.5, 'axes', axes{1}), open, 1e-12);
    end
    R = geomsreaction (sol, sys, 'knob', 0.5, 'axes', axes{1});
    check (all (isfinite (R)));
    check_close (R(3), 0.981, 1e-9);
end
end

% and all of it is known that acts ahead: the wheels' own inertia is small
function cart ()
tree = geomsaddbody (geomstree (), 'cart', 'joint', 'free', 'mass', 10, 'com', [0.2 0 0.1], ...
    'inertia', [0.5 0.6 0.7], 'q', [0 0 0.3 1 0 0 0]);
tree = geomsaddbody (tree, {'left', 'right'}, 'parent', 'cart', 'at', {[0 0.4 0], [0 -0.4 0]}, ...
    'axis', 'y', 'mass', 1e-3, 'inertia', 1e-6);
tree = geomsaddjoint (tree, 'rolling', 'left', 'ground', 'radius', 0.3, 'name', 'tyre');
tree = geomsaddjoint (tree, 'rolling', 'right', 'ground', 'radius', 0.3);
tree = geomsaddjoint (tree, 'plane', 'ground', {'cart', [0.6 0 -0.3]});
for name = {'left', 'right'}
    tree = geomsaddforce (tree, 'joint', name{1}, 'torque', 0.3 + strcmp (name{1}, 'left'));
end
sys = geomssys (tree);
sol = geoms (sys, [0 2], [], 'ConstraintDecomposition', 'svd');
R = geomsreaction (sol, sys, 'tyre', 2);
m = geomsmotion (sol, sys, 'cart', 2);
check (abs (m.R(2, 1, 1)) > 0.1, 'it does not turn');
check (all (isnan (R([2 4]))) && R(3) > 0);
check_close (R(1), 1.3 / 0.3, 2e-3);
end

% by all that ask for the system: parameters, other trees, runs that went on with others, saved ones
function numbers ()
free = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
tree = geomsaddforce (free, 'joint', 'arm', 'damping', 0.1, 'name', 'hinge');
plain = geomssys (tree);
base = geomssys (tree, 'parameters', {'arm.mass', 'hinge.damping', 'gravity'});
heavy = geomssys (base, 'parameters', [2 0.1 0 -9.81]);
sol = geoms (heavy, [0 1]);
for sys = {base, plain}
    is_refused (@() geomsreaction (sol, sys{1}, 'arm'), {'''arm.mass'' is 2, not 1', 't = 0 '});
    is_refused (@() geomsmotion (sol, sys{1}, 'arm', 0.5), {'''arm.mass''', 't = 0.5'});
    is_refused (@() geomsenergy (sol, sys{1}), {'''arm.mass'' is 2'});
    is_refused (@() geomsanimate (sol, sys{1}, 'File', 'x.gif'), {'''arm.mass'''});
end
is_refused (@() geomsmotion (geoms (plain, [0 1]), heavy, 'arm'), {'''arm.mass'' is 1, not 2'});
is_refused (@() geomsmotion (sol, geomssys (base, 'parameters', [2 0.3 0 -9.81]), 'arm'), ...
    {'''hinge.damping'' is 0.1, not 0.3'});
is_refused (@() geomsmotion (sol, geomssys (base, 'parameters', [2 0.1 0 -1]), 'arm'), ...
    {'''gravity(2)'''});
arm = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.4 0], 'inertia', 1/12);
is_refused (@() geomsmotion (geoms (plain, [0 1]), geomssys (geomsaddforce (arm, 'joint', 'arm', ...
    'damping', 0.1)), 'arm'), {'body ''arm'' is 0.5, not 0.4'});
is_refused (@() geomsmotion (geoms (plain, [0 1]), geomssys (free), 'arm'), {'number of forces'});
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
save ('-v7', file, 'sol');
again = load (file);
is_refused (@() geomsreaction (again.sol, base, 'arm'), {'''arm.mass'''});
check (isequal (geomsreaction (again.sol, heavy, 'arm'), geomsreaction (sol, heavy, 'arm')));
% a run in two parts, the second from its end
long = geomsextend (sol, base, 2, struct ('p', sol.p(:, end), 'v', sol.v(:, end)));
last = geomsextend (long, base, 3);
check (numel (last.extdata.tree) == 2 && last.extdata.tree(2).from == 1);
first = geomsreaction (sol, heavy, 'arm', [0.5 1]);
check_close (geomsreaction (last, heavy, 'arm', [0.5 1]), first, 1e-12);
second = geomsreaction (last, base, 'arm', [1.5 2.5]);
m = geomsmotion (last, base, {'arm', [0.5 0]}, [1.5 2.5]);
for j = 1:2
    check_close (second(1:2, j), m.a(:, j) + [0; 9.81], 1e-10);
end
is_refused (@() geomsreaction (last, base, 'arm', [0.5 1.5]), {'t = 0.5 ', ...
    '''arm.mass'' is 2, not 1'});
is_refused (@() geomsreaction (last, heavy, 'arm'), {'''arm.mass'' is 1, not 2'});
is_refused (@() geomsenergy (last, base, 2.5), {'''arm.mass'' is 2, not 1'});
back = geomsextend (geoms (heavy, [1 0]), base, -1);
is_refused (@() geomsmotion (back, heavy, 'arm', [0.9 -0.5]), {'t = -0.5', 'is 1, not 2'});
% a number of one's own, of a motor say
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 0.1);
weak = geomssys (tree, 'force', @(t,p,v,q) q, 'parameters', {'motor', 2});
strong = geomssys (weak, 'parameters', 3);
long = geomsextend (geoms (weak, [0 1]), strong, 2);
check (all (isfinite ([geomsreaction(long, weak, 'arm', 0.5); geomsreaction(long, strong, 'arm', 1.5)])));
is_refused (@() geomsenergy (long, weak), {'''motor'' is 3, not 2'});
is_refused (@() geomsreaction (long, strong, 'arm'), {'t = 0 ', '''motor'' is 2, not 3'});
end

function is_refused (fcn, words)
for word = words
    check_error ('geoms:results:parameters', fcn, word{1});
end
end

function elements ()
slide = {'joint', 'prismatic', 'axis', 'y'};
tree = geomsaddbody (geomstree ('planar', true), 'wheel', slide{:}, 'mass', 40);
tree = geomsaddbody (tree, 'body', 'parent', 'wheel', slide{:}, 'at', [0 0.5], 'mass', 300);
tree = geomsaddforce (tree, 'joint', 'wheel', 'stiffness', 2e5, 'friction', 10, 'name', 'tyre');
tree = geomsaddforce (tree, 'stop', 'wheel', [-0.01 Inf], 'stiffness', 1e6, 'name', 'rim');
tree = geomsaddforce (tree, 'spring', 'wheel', 'body', 'stiffness', 2e4, 'damping', 1500, 'name', 'shock');
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
pull = 2e4 * sol.p(2, :) + 1500 * sol.v(2, :);
zero = zeros (1, numel (sol.t));
check_close (geomsreaction (sol, sys, 'shock'), [pull; zero; zero], 1e-9);
check_close (geomsreaction (sol, sys, 'shock', 'axes', 'world'), [zero; pull; zero], 1e-9);
check_close (geomsreaction (sol, sys, 'tyre'), -2e5 * sol.p(1, :) - 10 * tanh (sol.v(1, :) / 1e-3), 1e-9);
check_close (geomsreaction (sol, sys, 'rim'), 1e6 * max (-0.01 - sol.p(1, :), 0) .^ 1.5, 1e-9);
check (max (geomsreaction (sol, sys, 'rim')) > 10);
check_error ('geoms:reaction:axes', @() geomsreaction (sol, sys, 'tyre', 'axes', 'world'), 'coordinates');
check_error ('geoms:tree:unknown', @() geomsreaction (sol, sys, 'tyer'), '''tyre''');

tree = geomsaddbody (geomstree (), 'h', 'joint', 'free', 'mass', 9, 'inertia', [4 5 6], 'v', [1 0 0 1 2 3]);
tree = geomsaddforce (tree, 'bushing', {'ground', [0.1 0 0]}, {'h', [0 0.2 0]}, 'stiffness', 1e3 * (1:6), 'damping', ...
    10 * ones (1, 6), 'name', 'mount');
tree = geomsaddforce (tree, 'force', {'h', [0 0 0.3]}, 'value', [10 20 30], 'axes', 'body', 'name', 'push');
tree = geomsaddforce (tree, 'torque', 'h', 'value', @(t) [1; t; 3], 'name', 'turn');
tree = geomsaddforce (tree, 'series', {'h', [0.1 0 1]}, {'ground', [0 0 2]}, 'stiffness', 100, 'damping', 20, 'name', ...
    'maxwell');
sys = geomssys (tree);
sol = geoms (sys, [0 1]);
t = [0 0.3 1];
h = geomsmotion (sol, sys, 'h', t);
F = [0; 0; -9 * 9.81] * ones (1, 3);
N = zeros (3);
names = {'mount', [0; 0.2; 0]; 'push', [0; 0; 0.3]; 'turn', [0; 0; 0]; 'maxwell', [0.1; 0; 1]};
for i = 1:4
    R = geomsreaction (sol, sys, names{i, 1}, t, 'axes', 'world');
    F = F + R(1:3, :);
    for j = 1:3
        N(:, j) = N(:, j) + R(4:6, j) + cross (h.R(:, :, j) * names{i, 2}, R(1:3, j));
    end
end
check_close (9 * h.a, F, 1e-10);
for j = 1:3
    J = h.R(:, :, j) * diag ([4 5 6]) * h.R(:, :, j)';
    check_close (J * h.alpha(:, j) + cross (h.w(:, j), J * h.w(:, j)), N(:, j), 1e-10);
end
check_close (geomsreaction (sol, sys, 'push', t), [10; 20; 30; 0; 0; 0] * ones (1, 3), 1e-12);
check_close (geomsreaction (sol, sys, 'turn', t), [zeros(3); 1 1 1; t; 3 3 3], 1e-12);
R = geomsreaction (sol, sys, 'maxwell', t);
world = geomsreaction (sol, sys, 'maxwell', t, 'axes', 'world');
check_close (abs (R(1, :)), sqrt (sum (world(1:3, :) .^ 2, 1)), 1e-12);
check_close (R(1, 1), 0, 1e-12);
check (all (R(1, 2:3) ~= 0) && all (all (R(2:6, :) == 0)));
end

function refused ()
sys = geomssys (bars (1));
sol = geoms (sys, [0 0.1]);
check_error ('geoms:arguments:number', @() geomsreaction (sol, sys));
check_error ('geoms:tree:unknown', @() geomsreaction (sol, sys, 'pni'), '''pin''');
check_error ('geoms:tree:unknown', @() geomsreaction (sol, sys, 'cranck'), '''crank''');
check_error ('geoms:tree:unknown', @() geomsreaction (sol, sys, 1));
check_error ('geoms:tree:option', @() geomsreaction (sol, sys, 'pin', 'axis', 'world'), 'axes');
check_error ('geoms:reaction:axes', @() geomsreaction (sol, sys, 'pin', 0, 'axes', 'body'), ...
    'world');
check_error ('geoms:val:range', @() geomsreaction (sol, sys, 'pin', 2));
one = geomssys ('mass', 1, 'force', @(t,p,v) -p);
check_error ('geoms:results:system', @() geomsreaction (sol, one, 'pin'));
end
