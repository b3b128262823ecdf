function [passed, failed] = test_tree_own ()
%TEST_TREE_OWN  Functions, unknowns and laws that geomssys (tree, ...) and 'law' add to a tree.

cases = {
    'laws that say what force elements say', @laws
    'laws in the plane, of several points at once, with parameters', @plane
    'every kind of unknown and row: the skate of the mechanical form', @every_kind
    'a controller that integrates', @controller
    'a constraint as a coupling, besides loops', @constraints
    'a knife edge', @knife
    'invariants and conditions', @invariants
    'the same with all formulations', @formulations
    'continued bit for bit, from a file', @continued
    'results know the forces', @results
    'events, names, parameters set anew', @around
    'recorded: no callbacks, the same motion as with functions that are called', @recorded
    'levels that are left out', @left_out
    'parameters of what is recorded, some of them constants', @recorded_parameters
    'what cannot be recorded is called, or refused, and what differs is told', @not_recorded
    'derive of a system that is there already', @changed_mind
    'functions of time are recorded, h alone has its derivatives', @of_time
    'parameters of the user''s own: gains of a controller', @gains
    'what is wrong in a function is told', @wrong
    'a function that fails on the way', @failing
    'refused', @refused};
[passed, failed] = geoms_suite ('tree_own', cases);

end

function tree = two_links ()
link = {'mass', 1, 'com', [0.5 0 0], 'inertia', [0.01 1/12 1/12]};
tree = geomsaddbody (geomstree ('gravity', [0 -9.81 0]), 'upper', link{:});
tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0 0], 'joint', 'spherical', link{:});
end

function y = at_end (tree, varargin)
sol = geoms (geomssys (tree, varargin{:}), [0 1], [], 'RelTol', 1e-9, 'AbsTol', 1e-9);
y = [sol.p(:, end); sol.v(:, end)];
end

function laws ()
element = geomsaddforce (two_links (), 'force', {'lower', [1 0 0]}, 'value', [1 2 3]);
element = geomsaddforce (element, 'torque', 'upper', 'value', [0 0 0.5], 'axes', 'body');
element = geomsaddforce (element, 'spring', 'ground', {'lower', [1 0 0]}, 'stiffness', 20, ...
    'damping', 3, 'length', 0.5);
law = geomsaddforce (two_links (), 'law', @(t,p,v,X) pulled(X), {'upper', 'lower'}, 'name', 'pull');
check_close (at_end (law), at_end (element), 1e-7);
end

% moments about the origins: the spring at the tip of the lower link
function W = pulled (X)
tip = X.lower.R * [1; 0; 0];
at = X.lower.x + tip;
speed = X.lower.v + cross (X.lower.w, tip);
F = -(20 * (norm (at) - 0.5) + 3 * (at' * speed) / norm (at)) * at / norm (at) + [1; 2; 3];
W = [(X.upper.R * [0; 0; 0.5])', 0 0 0; cross(tip, F)', F'];
end

function plane ()
body = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (geomstree ('planar', true), 'an arm', body{:});
tree = geomsaddbody (tree, '2nd', 'parent', 'an arm', 'at', [1 0], body{:});
element = geomsaddforce (tree, 'joint', 'an arm', 'damping', 0.3);
element = geomsaddforce (element, 'force', '2nd', 'value', @(t) [sin(t) 0]);
law = geomsaddforce (tree, 'law', @(t,p,v,X) [-0.3 * X.an_arm.w, 0 0], 'an arm');
law = geomsaddforce (law, 'law', @(t,p,v,X) [0, sin(t), 0], {'2nd'});
check_close (at_end (law), at_end (element), 1e-7);
law = geomsaddforce (tree, 'law', @damped, 'an arm');
law = geomsaddforce (law, 'law', @(t,p,v,X,q) [zeros(1, 1, numel (t)), ...
    reshape(sin (t), 1, 1, []), zeros(1, 1, numel (t))], {'2nd'});
sys = geomssys (geomssys (law, 'vectorized', true, 'parameters', {'an arm.mass'}), 'parameters', 1);
sol = geoms (sys, [0 1], [], 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close ([sol.p(:, end); sol.v(:, end)], at_end (element), 1e-7);
end

% q is the mass, which is 1
function W = damped (t, p, v, X, q) %#ok<INUSL>
W = [-0.3 * q(1) * reshape(X.an_arm.w, 1, 1, []), zeros(1, 2, numel (t))];
end

% skate.m: blade's place, its turning with the sliding follower, the wheel
function [sys, x0, list] = skate_of_bodies ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'along', 'joint', 'prismatic', 'axis', 'x');
tree = geomsaddbody (tree, 'place', 'parent', 'along', 'joint', 'prismatic', 'axis', 'y', 'mass', 1);
tree = geomsaddbody (tree, 'blade', 'inertia', 0.2);
tree = geomsaddbody (tree, 'follower', 'parent', 'blade', 'joint', 'prismatic', 'axis', 'x', ...
    'mass', 0.3);
tree = geomsaddbody (tree, 'wheel', 'axis', 'y', 'inertia', 0.05);
D = @(z) 1 + 1.2 * z.s^2;
E = @(p, z) 0.6 * z.s * cos (p(3)) / D(z);
u = @(p, v) cos (p(3)) * v(1) + sin (p(3)) * v(2);
n = @(p, v) -sin (p(3)) * v(1) + cos (p(3)) * v(2);
list = as_list (tree, 'dims', struct ('nr', 4, 'nw', 3, 'ns', 1), ...
    'force', @(t,p,v,z) [2 + (z.r(4) - z.w(1)) * cos(p(3)); (z.r(4) - z.w(1)) * sin(p(3)); ...
        -z.w(2); -4 * p(4); -z.w(3)], ...
    'constraint', @(t,p,z) p(4) - 0.3 * z.s^2, ...
    'constraintJacobian', @(t,p,z) [0, 0, -E(p, z), 1, 0], ...
    'constraintVelocity', @(t,p,v,z) v(4) - E(p, z) * v(3), ...
    'constraintAcceleration', @(t,p,v,z) -0.6 * v(3)^2 * (cos (p(3))^2 * (1 - 1.2 * z.s^2) / D(z)^3 - z.s * sin (p(3)) / D(z)), ...
    'nonholonomic', @(t,p,v) [n(p, v); 0.25 * v(5) - u(p, v)], ...
    'nonholonomicJacobian', @(t,p) [-sin(p(3)), cos(p(3)), 0, 0, 0; -cos(p(3)), -sin(p(3)), 0, 0, 0.25], ...
    'nonholonomicAcceleration', @(t,p,v) [-u(p, v); -n(p, v)] * v(3), ...
    'dynamics', @(t,p,v,z) ([1.5 * (1 - u(p, v)); z.r(1:3)] - z.r) / 0.5, ...
    'auxiliary', @(t,p,v,z) [0.1 * (u(p, v) + u(p, v)^3) - z.w(1)
        z.w(2) + 0.5 * z.w(2)^3 - 0.05 * z.lambda * v(3)
        z.w(3) - 0.02 * (z.w(2) + v(5))], ...
    'contact', @(t,p,z) z.s + 0.4 * z.s^3 - sin (p(3)));
sys = geomssys (list{:});
x0 = struct ('p', zeros (5, 1), 'v', [1; 0; 1; 0; 4]);
end

function list = as_list (varargin)
list = varargin;
end

function every_kind ()
[sys, x0] = skate_of_bodies ();
report = geomscheck (sys, 0, x0);
check (report.ok, 'geomscheck finds %d faults', numel (report.findings));
options = {'RelTol', 1e-9, 'AbsTol', 1e-9};
sol = geoms (sys, [0 2], x0, options{:});
[plain, start] = skate ('vectorized');
expected = geoms (plain, [0 2], start, options{:});
check_close (sol.p([1 2 4 5], end), expected.p([1 2 5 6], end), 1e-7);
check_close ([cos(sol.p(3, end)); sin(sol.p(3, end))], expected.p(3:4, end), 1e-7);
rows = @(sol) [sol.w(:, end); sol.r(:, end); sol.s(:, end); sol.lambda(:, end); sol.mu(:, end)];
check_close (rows(sol), rows(expected), 1e-6);
end

% the same as a system in mechanical form
function controller ()
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
u = @(t,p,v,z) -30 * (p - 1) - 8 * v - 20 * z.r;
sys = geomssys (tree, 'dims', struct ('nr', 1), 'dynamics', @(t,p,v,z) p - 1, 'force', u, ...
    'names', struct ('r', {{'integral'}}));
same = geomssys ('mass', 1/3, 'force', @(t,p,v,z) u(t, p, v, z) - 9.81 / 2 * cos (p), ...
    'dynamics', @(t,p,v,z) p - 1, 'dims', struct ('nr', 1));
options = {'RelTol', 1e-8, 'AbsTol', 1e-8};
sol = geoms (sys, [0 3], [], options{:});
expected = geoms (same, [0 3], struct ('p', 0, 'v', 0, 'r', 0), options{:});
check_close ([sol.p(end); sol.v(end); sol.r(end)], ...
    [expected.p(end); expected.v(end); expected.r(end)], 1e-6);
check (isequal (sys.names.r, {'integral'}), 'the name of r is lost');
sol = geoms (sys, [0 1], struct ('r', 0.5));
check_close (sol.r(1), 0.5, 0);
end

function tree = four_bar ()
tree = geomstree ('planar', true);
link = @(tree, name, from, at, length, q) geomsaddbody (tree, name, 'parent', from, 'at', at, ...
    'mass', 1, 'com', [length / 2, 0], 'inertia', length^2 / 12, 'q', q);
tree = link (tree, 'crank', 'ground', [0 0], 0.5, 1);
tree = link (tree, 'coupler', 'crank', [0.5 0], 1.4, -0.5);
tree = link (tree, 'rocker', 'ground', [1.5 0], 1, 1.5);
tree = link (tree, 'arm', 'coupler', [1.4 0], 0.5, 0.3);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [1.4 0]}, {'rocker', [1 0]}, 'name', 'pin');
end

function constraints ()
coupled = geomsaddjoint (four_bar (), 'coupling', {'arm', 'rocker'}, [1 -2]);
row = {'constraint', @(t,p) p(4) - 2 * p(3) + 2.7, 'constraintJacobian', @(t,p) [0 0 -2 1], ...
    'constraintAcceleration', @(t,p,v) 0};
first = geomssys (coupled);
second = geomssys (four_bar (), row{:}, 'names', struct ('lambda', {{'gear'}}));
check (isequal (second.names.lambda, {'pin: coincide x', 'pin: coincide y', 'gear'}), 'names %s', ...
    strjoin (second.names.lambda));
x0 = geomsinit (first, 0);
x0 = struct ('p', x0.p);
offset = x0.p(4) - 2 * x0.p(3);
row{2} = @(t,p) p(4) - 2 * p(3) - offset;
second = geomssys (four_bar (), row{:});
first = geomssys (geomsaddjoint (four_bar (), 'coupling', {'arm', 'rocker'}, [1 -2], 'offset', offset));
one = geoms (first, [0 1], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
two = geoms (second, [0 1], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (two.p(:, end), one.p(:, end), 1e-6);
check_close (two.lambda(:, end), one.lambda(:, end), 1e-4);
end

% without forces a skate under its centre goes round in a circle
function knife ()
tree = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'sled', 'joint', 'planar', ...
    'mass', 2, 'inertia', 0.5);
rows = @(p) [-sin(p(3)), cos(p(3)), 0];
edge = {'nonholonomic', @(t,p,v) rows(p) * v, 'nonholonomicJacobian', @(t,p) rows(p), ...
    'nonholonomicAcceleration', @(t,p,v) -v(3) * [cos(p(3)), sin(p(3)), 0] * v};
sol = geoms (geomssys (tree, edge{:}), [0 2], struct ('v', [1; 0; 0.7]), 'RelTol', 1e-9, ...
    'AbsTol', 1e-9);
check_close (sol.p(:, end), [sin(1.4) / 0.7; (1 - cos (1.4)) / 0.7; 1.4], 1e-7);
check_close (abs (sol.mu(end)), 2 * 0.7, 1e-6);
end

function invariants ()
free = geomsaddbody (geomstree ('gravity', [0 0 0]), 'top', 'joint', 'spherical', 'mass', 1, ...
    'inertia', [1 2 3]);
energy = {'invariant', @(t,p,v) 0.5 * [1 2 3] * v.^2 - 1.545, 'invariantGradient', ...
    @(t,p,v) [[1 2 3] .* v', zeros(1, 4)]};
sys = geomssys (free, energy{:});
x0 = struct ('v', [0.1; 1; 0.6]);
sol = geoms (sys, [0 20], x0, 'RelTol', 1e-4);
check_close (0.5 * [1 2 3] * sol.v .^ 2, 1.545 * ones (size (sol.t)), 1e-12);
report = geomscheck (geomssys (free, energy{:}, 'derive', 'off'), 0, x0);
check (report.ok && any (strcmp (report.checked, 'invariantGradient')), 'not checked');
energy{2} = @(t,p,v) 0.5 * [1 2 2] * v.^2 - 1.365;
energy{4} = @(t,p,v) [[1 2 2] .* v', zeros(1, 4)];
report = geomscheck (geomssys (free, energy{:}), 0, x0);
check (any (strncmp ({report.findings.function}, 'invariant: de/dt', 16)), 'it is no invariant');
sys = geomssys (free, 'condition', @(t,p,v) v - [0.3; 0.1; 1], 'dims', struct ('nc', 3));
x = geomsinit (sys, 0);
check_close (x.v, [0.3; 0.1; 1], 1e-14);
end

function formulations ()
law = @(t,p,v,X) -[0.2 * X.rocker.w, 3 * X.rocker.v'];
sys = geomssys (geomsaddforce (four_bar (), 'law', law, 'rocker'), 'dims', struct ('nr', 1), ...
    'dynamics', @(t,p,v,z) p(1) - z.r, 'force', @(t,p,v,z) [-z.r; 0; 0; 0]);
expected = geoms (sys, [0 0.5], [], 'RelTol', 1e-10, 'AbsTol', 1e-10);
for form = {'psf', 'psi1', 'ggl', 'index1', 'index2', 'index3', 'partition-svd', 'uode', 'baumgarte', 'index1-implicit'}
    method = 'radau5';
    if strcmp (form{1}, 'partition-svd')
        method = 'dopri5';
    end
    tolerance = 1e-4;
    if strcmp (form{1}, 'index3')
        tolerance = 1e-2;
    end
    sol = geoms (sys, [0 0.5], [], 'Formulation', form{1}, 'RelTol', 1e-6, 'AbsTol', 1e-6);
    check_close (sol.p(:, end), expected.p(:, end), tolerance);
    check_close (sol.r(:, end), expected.r(:, end), tolerance);
end
end

function continued ()
[sys, x0] = skate_of_bodies ();
whole = geoms (sys, [0 1], x0);
part = geoms (sys, [0 0.4], x0); %#ok<NASGU>
file = [tempname(), '.mat'];
keeper = onCleanup (@() delete (file));
save (file, 'sys', 'part');
read = load (file);
sol = geomsextend (read.part, read.sys, 1);
check (isequal (sol.y, whole.y) && isequal (sol.t, whole.t), 'other bits');
end

% the work of a law: energy changes by it
function results ()
tree = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'sled', 'joint', 'planar', ...
    'mass', 2, 'inertia', 0.5);
sys = geomssys (geomsaddforce (tree, 'law', @(t,p,v,X) [0.3, 4, 0], 'sled'));
sol = geoms (sys, [0 1], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
e = geomsenergy (sol, sys);
check_close (e.kinetic(end), (0.3^2 / 0.5 + 16 / 2) / 2, 1e-6);
check_close (e.total - e.work, zeros (size (sol.t)), 1e-6);
m = geomsmotion (sol, sys, 'sled', [0 0.5 1]);
check_close (m.a, repmat ([2; 0], 1, 3), 1e-12);
check_close (m.alpha, 0.6 * ones (1, 3), 1e-12);
f = geomsaddforce (geomsaddbody (geomstree (), 'beam', 'joint', 'revolute', 'mass', 1, 'inertia', ...
    1), 'law', @(t,p,v,X) [0 0 0 5 0 0], 'beam');
sys = geomssys (f);
sol = geoms (sys, [0 0.1]);
check_close (geomsreaction (sol, sys, 'beam', 0), [-5; 0; 9.81; 0; 0; 0], 1e-12);
end

function around ()
tree = geomsaddbody (geomstree ('gravity', [0 0 0]), 'box', 'joint', 'prismatic', 'axis', 'x', ...
    'mass', 2, 'q', 1.5);
sys = geomssys (tree, 'parameters', {'box.mass'}, 'force', @(t,p,v,q) -4 * q(1) * p, ...
    'autonomous', true);
sol = geoms (sys, [0 5], [], 'Events', @(t,p,v) p, 'RelTol', 1e-8, 'AbsTol', 1e-10);
check_close (sol.xe(1), pi / 4, 1e-6);
sys = geomssys (sys, 'parameters', 8);
sol = geoms (sys, [0 pi], [], 'RelTol', 1e-8, 'AbsTol', 1e-10);
check_close (sol.p(end), 1.5, 1e-6);
% a damper of one's own holds what has no mass, with other parameters, too
light = geomsaddbody (tree, 'pad', 'parent', 'box', 'joint', 'prismatic', 'axis', 'x');
sys = geomssys (light, 'parameters', {'box.mass'}, 'force', @(t,p,v,q) [0; -3 * v(2) + 6]);
sys = geomssys (sys, 'parameters', 5);
sol = geoms (sys, [0 1], struct ('v', [0; 2]));
check_close (sol.p(2, end), 2, 1e-6);
sys = geomssys (tree, 'auxiliary', @(t,p,v,z) z.w - p, 'dims', struct ('nw', 1));
check (isequal (sys.names.w, {'auxiliary 1'}), 'no name');
end

% both ways: the same steps, and no callbacks
function recorded ()
W = @(at, X) [(X.upper.R * [0; 0; 0.5])', 0 0 0; cross(at - X.lower.x, -20 * at / norm (at))', -20 * at'];
law = geomsaddforce (two_links (), 'law', @(t,p,v,X) W (X.lower.x + X.lower.R * [1; 0; 0], X), ...
    {'upper', 'lower'}, 'name', 'pull');
law = geomsaddforce (law, 'law', @(t,p,v,X) [0 0 0, -X.lower.v'] * (t > 0.1), 'lower');
both ({law}, []);
[~, x0, list] = skate_of_bodies ();
both (list, x0);
free = geomsaddbody (geomstree ('gravity', [0 0 0]), 'top', 'joint', 'spherical', 'mass', 1, ...
    'inertia', [1 2 3]);
both (as_list (free, 'invariant', @(t,p,v) 0.5 * [1 2 3] * v.^2 - 1.545, 'constraint', ...
    @(t,p) p(2) * p(3) - p(1) * p(4) + 0.1 * t^2, 'condition', @(t,p,v) v(3) - 0.6), ...
    struct ('v', [0.1; 1; 0.6]));
end

function both (list, x0)
sys = geomssys (list{:}, 'derive', 'on');
check (strcmp (sys.own.system.derive.status, 'recorded'));
options = {[0 0.5], x0, 'RelTol', 1e-7, 'AbsTol', 1e-7};
sol = geoms (sys, options{:});
check (sol.stats.callbacks == 0, '%d callbacks', sol.stats.callbacks);
check (isempty (sol.info.levels), '%s', sol.info.levels);
called = sys;
if isfield (sys.own.system.functions, 'constraintJacobian') ...
        || ~isfield (sys.own.system.functions, 'constraint')
    called = geomssys (list{:}, 'derive', 'off');
    expected = geoms (called, options{:});
    check (expected.stats.callbacks > 0 && expected.stats.naccpt == sol.stats.naccpt);
    check_close (sol.y(:, end), expected.y(:, end), 1e-9);
end
file = [tempname(), '.mat'];
keeper = onCleanup (@() delete (file));
part = geoms (sys, [0 0.2], options{2:end}); %#ok<NASGU>
save (file, 'sys', 'part');
read = load (file);
on = geomsextend (read.part, read.sys, 0.5);
check (isequal (on.y(:, end), sol.y(:, end)), 'other bits');
end

function left_out ()
tree = geomsaddbody (geomstree (), 'ball', 'joint', 'free', 'mass', 1, 'inertia', 0.1, 'q', ...
    [1 0 0, 1 0 0 0]);
point = @(p) p(1:3) + [2 * (p(5) * p(6) + p(4) * p(7)); 0; 0];
all_of_it = @(varargin) geomssys (tree, 'constraint', @(t,p) sum (point (p) .^ 2) - 1, ...
    'nonholonomic', @(t,p,v) v(6) - 0.3 * v(2), varargin{:});
sol = geoms (all_of_it (), [0 1], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
check (max (sol.residual.relative(:)) < 1e-10, 'residuals');
check_close (sum ((sol.p(1:3, end) + [2 * (sol.p(5,end) * sol.p(6,end) + sol.p(4,end) * ...
    sol.p(7,end)); 0; 0]) .^ 2), 1, 1e-12);
check_error ('geoms:system:missing', @() all_of_it ('derive', 'off'), 'constraintJacobian');
hidden = @(t,p) sort (p(1:2))' * p(1:2) - 1;
check_error ('geoms:derive:refused', @() geomssys (tree, 'constraint', hidden), 'constraintJacobian');
end

function recorded_parameters ()
arm = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
names = {'Kp', 3, 'arm.mass', 'n', 2};
make = @(word) geomssys (geomsaddforce (arm, 'law', @(t,p,v,X,q) [-q(1) * p, 0, 0], 'arm'), 'force', ...
    @(t,p,v,q) -sum (v * ones (q(3), 1)), 'parameters', names, 'derive', word);
sys = make ('on');
check (isequal (sys.own.system.derive.frozen, {'q(3)'}));
for q = [3 1 2; 5 0.5 2; 5 0.5 3]'
    changed = geomssys (sys, 'parameters', q);
    sol = geoms (changed, [0 1], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
    expected = geoms (geomssys (make ('off'), 'parameters', q), [0 1], [], 'RelTol', 1e-8, ...
        'AbsTol', 1e-8);
    check (sol.stats.callbacks == 0);
    check_close (sol.p(end), expected.p(end), 1e-10);
    same = isequal (changed.own.system.derive.kept.program, sys.own.system.derive.kept.program);
    check (same == (q(3) == 2), 'recorded anew: %d', ~same);
end
end

% written into plain numbers on one way alone
function W = lifted (X)
W = [0 0 0];
if X.ball.x(2) <= 0
    W(3) = -1e4 * X.ball.x(2) - 50 * X.ball.v(2);
end
end

function not_recorded ()
tree = geomsaddbody (geomstree ('planar', true), 'ball', 'joint', 'prismatic', 'axis', [0 1], 'mass', 1, ...
    'q', 1, 'v', 3);
tree = geomsaddforce (tree, 'law', @(t,p,v,X) lifted(X), {'ball'});
sol = geoms (geomssys (tree), [0 1.5]);
expected = geoms (geomssys (tree, 'derive', 'off'), [0 1.5]);
check (sol.stats.callbacks > 0 && sol.t(end) == 1.5, '%g', sol.t(end));
check_close (sol.p(end), expected.p(end), 1e-12);
check_error ('geoms:derive:refused', @() geomssys (tree, 'derive', 'on'), 'Law ''law1''');
arm = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
law = geomsaddforce (arm, 'law', @(t,p,v,X) [-max(eig([p 1; 1 v])), 0, 0], 'arm', 'name', 'odd');
sys = geomssys (law);
check (strcmp (sys.own.system.derive.status, 'refused') ...
    && ~isempty (strfind (sys.own.system.derive.reason, 'eig')), '%s', sys.own.system.derive.reason);
sol = geoms (sys, [0 0.2]);
check (sol.stats.callbacks > 0);
check_error ('geoms:derive:refused', @() geomssys (law, 'derive', 'on'), 'eig');
check_error ('geoms:system:type', @() geomssys (arm, 'derive', 'yes'), '''auto''');
% the recorded function of another law: told along the run
good = geomssys (geomsaddforce (arm, 'law', @(t,p,v,X) [-p, 0, 0], 'arm'));
other = geomssys (geomsaddforce (arm, 'law', @(t,p,v,X) [-2 * p, 0, 0], 'arm'));
good.own.law = other.own.law;
sol = check_warning ('geoms:derive:differs', @() geoms (good, [0 0.5]));
check (~isempty (strfind (sol.info.levels, 'Law ')), '%s', sol.info.levels);
good.own.law.numbers(1) = -1;
check_error ('geoms:gateway:value', @() geoms (good, [0 0.5]), 'recorded');
end

function of_time ()
h = {@(t) [0.3 * sin(2 * t); 0.6 * cos(2 * t); -1.2 * sin(2 * t)], @(t) 0.3 * sin(2 * t)};
for i = 1:2
    tree = geomsaddbody (geomstree ('planar', true, 'gravity', @(t) [0; -9.81 - sin(t)]), 'drive', ...
        'mass', 1, 'com', [0.5 0], 'inertia', 1/12, 'motion', h{i});
    tree = geomsaddbody (tree, 'arm', 'parent', 'drive', 'at', [1 0], 'mass', 1, 'com', [0.5 0], ...
        'inertia', 1/12);
    tree = geomsaddforce (tree, 'joint', 'arm', 'torque', @(t) (t > 0.3) * sin (t));
    for word = {'off', 'auto'}
        sol = geoms (geomssys (tree, 'derive', word{1}), [0 1], [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
        check ((sol.stats.callbacks == 0) == strcmp (word{1}, 'auto'));
        if i == 1 && strcmp (word{1}, 'off')
            expected = sol;
        end
        check_close (sol.y(:, end), expected.y(:, end), 1e-12);
    end
end
% one that cannot be recorded is called, the others are not
tree = geomsaddforce (tree, 'joint', 'arm', 'torque', @(t) max (eig ([0 t; t 0])), 'name', 'odd');
sys = geomssys (tree);
check (isequal (sys.tree.called, [false false false true]));
sol = geoms (sys, [0 0.1]);
check (sol.stats.callbacks > 0);
check_error ('geoms:derive:refused', @() geomssys (tree, 'derive', 'on'), 'eig');
odd = geomsaddbody (tree, 'odd', 'motion', @(t) max (eig ([0 t; t 0])));
check_error ('geoms:tree:motion', @() geomssys (odd), 'h alone');
sys.tree.recorded(1) = -1;
check_error ('geoms:gateway:value', @() geoms (sys, [0 0.1]), 'recorded');
end

% a system that is there already
function changed_mind ()
arm = geomsaddbody (geomstree ('planar', true, 'gravity', @(t) [0; -9.81 - t]), 'arm', ...
    'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
law = geomssys (geomsaddforce (arm, 'law', @(t,p,v,X) [-p, 0, 0], 'arm'));
sol = geoms (law, [0 0.5]);
called = geomssys (law, 'derive', 'off');
expected = geoms (called, [0 0.5]);
again = geoms (geomssys (called, 'derive', 'on'), [0 0.5]);
check (expected.stats.callbacks > 0 && again.stats.callbacks == 0 && isequal (again.y, sol.y));
check (strcmp (sol.info.derive, 'recorded') && strcmp (expected.info.derive, 'off'));
row = geomssys (arm, 'constraint', @(t,p) p - 0.1 * t);
check_error ('geoms:system:missing', @() geomssys (row, 'derive', 'off'), 'constraintJacobian');
end

% as a spring and a damper in the joint; forces, laws and events get all parameters in order
function gains ()
arm = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
names = {'Kp', 3, 'arm.mass', 'K_d2', 0.5, 'arm.com'};
control = geomssys (arm, 'force', @(t,p,v,q) -q(1) * p - q(3) * v, 'parameters', names);
check (isequal (control.parameters, [3; 1; 0.5; 0.5; 0]));
check (isequal ({control.tree.parameters.name}, {'Kp', 'arm.mass', 'K_d2', 'arm.com(1)', ...
    'arm.com(2)'}));
law = geomssys (geomsaddforce (arm, 'law', @(t,p,v,X,q) [-q(1) * p - q(3) * v, 0, 0], 'arm'), ...
    'parameters', names);
exact = {'RelTol', 1e-9, 'AbsTol', 1e-9};
for q = [3 1 0.5 0.5 0; -4 2 0.1 0.4 0.1]'
    same = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', q(2), 'com', q(4:5)', ...
        'inertia', 1/12);
    same = geomsaddforce (same, 'joint', 'arm', 'stiffness', q(1), 'damping', q(3));
    sol = geoms (geomssys (same), [0 0.5 1], exact{:});
    for sys = {control, law}
        changed = geomssys (sys{1}, 'parameters', q);
        check (isequal (changed.parameters, q));
        y = getfield (geoms (changed, [0 0.5 1], exact{:}), 'y');
        check_close (y, sol.y, 1e-7);
    end
end
% of functions that options bring, alone; q may be huge or negative
sys = geomssys (arm, 'parameters', {'level', -0.5});
for level = [-0.5, -0.2]
    sol = geoms (geomssys (sys, 'parameters', level), [0 1], 'Events', @(t,p,v,q) p - q);
    check (sol.xe(1) > 0);
    check_close (sol.ye(end, 1), level, 1e-6);
end
refuse = @(list, text) check_error ('geoms:tree:parameter', @() geomssys (arm, 'parameters', ...
    list), text);
refuse ({'arm.mass', 3}, 'have their values from the tree');
refuse ({'gravity', 3}, 'have their values from the tree');
refuse ({'Kp'}, 'its value follows: {''Kp'', 1}');
refuse ({'Kp2'}, 'followed by its value');
refuse ({'Kp', [1 2]}, 'each followed by its value');
refuse ({'Kp', NaN}, 'each followed by its value');
refuse ({3, 'Kp'}, 'behind its name');
refuse ({'Kp', 3, 4}, 'behind its name');
check_error ('geoms:tree:twice', @() geomssys (arm, 'parameters', {'Kp', 1, 'Kp', 2}), '''Kp''');
check_error ('geoms:tree:parameter', @() geomssys (sys, 'parameters', [1 2]), '(level)');
check_error ('geoms:tree:parameter', @() geomssys (sys, 'parameters', Inf), 'level');
end

function wrong ()
tree = two_links ();
sys = geomssys (tree, 'constraint', @(t,p) p(1) - p(3)^2, 'constraintJacobian', @(t,p) ...
    [1, 0, 2 * p(3), 0, 0], 'constraintAcceleration', @(t,p,v) 0);
check_error ('geoms:check:jacobian', @() geoms (sys, [0 1]), 'constraintJacobian');
report = geomscheck (sys, 0, []);
check (any (strcmp ({report.findings.function}, 'constraintJacobian')), 'not found');
sys = geomssys (tree, 'constraint', @(t,p) p(1), 'constraintJacobian', @(t,p) [1 0 0 0 0], 'derive', ...
    'off');
check_error ('geoms:system:reduced', @() geoms (sys, [0 1]), 'constraintAcceleration');
sol = geoms (sys, [0 0.1], [], 'Formulation', 'psi1');
check_close (sol.p(1, :), 0 * sol.t, 1e-10);
sys = geomssys (tree, 'force', @(t,p,v) t * ones (4, 1), 'autonomous', true);
check_error ('geoms:system:autonomous', @() geoms (sys, [0 1]));
end

function failing ()
tree = geomsaddbody (geomstree ('planar', true), 'an arm', 'mass', 1, 'inertia', 1);
law = geomsaddforce (tree, 'law', @(t,p,v,X) [0, sqrt(0.5 - t), 0], 'an arm', 'name', 'gust');
sol = check_warning ('geoms:callback:finite', @() geoms (geomssys (law), [0 1]));
check (~isempty (strfind (sol.info.message, 'The law ''gust'' returned the complex number')) ...
    && ~isempty (strfind (sol.info.message, 'in the force along x on X.an_arm at t = 0.5')), ...
    'message: %s', sol.info.message);
law = geomsaddforce (tree, 'law', @(t,p,v,X) [0 0 late(t)], 'an arm', 'name', 'gust');
check_error ('late:comer', @() geoms (geomssys (law), [0 1]), 'Law ''gust'': too late');
sol = geomslast ();
check (sol.t(end) > 0.1 && sol.t(end) < 0.5, 'it ended at %g', sol.t(end));
sys = geomssys (tree, 'force', @(t,p,v) late (t)');
check_error ('late:comer', @() geoms (sys, [0 1]), 'too late');
sol = geomslast ();
check (strcmp (sol.info.thrown.function, 'force'), 'thrown by %s', sol.info.thrown.function);
end

function y = late (t)
if t > 0.5
    error ('late:comer', 'too late');
end
y = t;
end

function refused ()
tree = two_links ();
add = @(varargin) returned (tree, varargin{:});
zero = @(t,p,v,X) zeros (1, 6);
check_error ('geoms:arguments:number', @() add (zero), 'bodies it acts on');
check_error ('geoms:tree:law', @() add (@(t,p) 1, 'upper'), 'takes 2 arguments');
check_error ('geoms:tree:law', @() add (zero, 3), 'name');
check_error ('geoms:tree:unknown', @() add (zero, 'uper'), 'upper');
check_error ('geoms:tree:loop', @() add (zero, 'ground'), 'ground');
check_error ('geoms:tree:twice', @() add (zero, {'upper', 'upper'}), 'X.upper');
check_error ('geoms:tree:option', @() add (zero, 'upper', 'stiffness', 1));
check_error ('geoms:callback:size', @() geomssys (add (@(t,p,v,X) zeros (1, 3), 'upper')), '1 x 6');
single = geomssys (add (@(t,p,v,X) one_state (t), 'upper'), 'vectorized', true, 'derive', 'off');
check_error ('one:state', @() geoms (single, [0 1]), 'because ''vectorized'' is true): one time');
check_error ('geoms:system:arity', @() geomssys (add (@(t,p,v,X,q) zeros (1, 6), 'upper')), 'law1');
check_error ('geoms:system:mixed', @() geomssys (tree, 'mass', eye (4)), 'mass');
check_error ('geoms:system:mixed', @() geomssys (tree, 'names', struct ()), 'none is');
check_error ('geoms:system:missing', @() geomssys (tree, 'dynamics', @(t,p,v,z) 1), 'nr');
check_error ('geoms:system:names', @() geomssys (tree, 'force', @(t,p,v) zeros (4, 1), 'names', ...
    struct ('p', {{'a'}})), 'named by the bodies');
check_error ('geoms:system:size', @() geomssys (tree, 'force', @(t,p,v) 0), '4 x 1');
end

function W = one_state (t)
if numel (t) > 1
    error ('one:state', 'one time at once');
end
W = zeros (1, 6);
end

function tree = returned (tree, varargin)
tree = geomsaddforce (tree, 'law', varargin{:});
end
