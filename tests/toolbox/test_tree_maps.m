function [passed, failed] = test_tree_maps ()
%TEST_TREE_MAPS  Joints 'user' of trees: 'map' of geomsaddbody, from its record to results.

cases = {
    'hinges of the user are hinges: motion, reactions, derivatives', @hinges
    'every joint of the catalogue as a map', @catalogue
    'a cam with an eccentric profile: its equation, a coupling', @cam
    'a follower that begins at the end of its stroke', @stroke
    'a bead on a helix of varying pitch: its equation, energy', @helix
    'a wheel that rolls in a bowl, in the plane: frequency, turns', @bowl
    'a map of t: as a driven joint, the power of what moves it', @moving
    'a loop through a joint of the user', @loop
    'springs, dampers, stops and parameters on its coordinates', @forces
    'a body without mass on a joint of the user', @massless
    'a chain that is held at its end, in O(N)', @chain
    'a ball joint by three angles', @angles
    'all formulations and methods', @compared
    'many bodies at once, starts, names', @many
    'events, and a run that goes on', @events
    'a system that was saved goes on in another Octave with the same bits', @saved
    'geomscheck, geomsterms', @checked
    'own rows and forces beside it', @own
    'where a map ends', @ends
    'refused: what a map returns', @refused_values
    'refused: what cannot be recorded', @refused_records
    'refused: how it is described', @refused_words
    'systems with other numbers are refused', @spoilt};
[passed, failed] = geoms_suite ('tree_maps', cases);

end

function tree = add (varargin)
tree = geomsaddbody (geomstree (), varargin{:});
end

function R = about (axis, q)
c = cos (q);
s = sin (q);
switch axis
    case 1
        R = [1, 0, 0; 0, c, -s; 0, s, c];
    case 2
        R = [c, 0, s; 0, 1, 0; -s, 0, c];
    otherwise
        R = [c, -s, 0; s, c, 0; 0, 0, 1];
end
end

function [d, R] = hinge (q)
d = [0; 0; 0];
R = about (3, q);
end

% two rods; how: what makes the joints
function tree = pendulum_of (how)
rod = {'mass', 1, 'com', [0.5 0.1 0], 'inertia', [0.1 0.2 0.3]};
tree = geomsaddbody (geomstree ('gravity', [0 -9.81 0]), 'upper', how{:}, rod{:});
tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0 0], 'turn', [0.3 0 0], how{:}, ...
    rod{:});
end

function hinges ()
plain = geomssys (pendulum_of ({'q', 0.2, 'v', 1}));
user = geomssys (pendulum_of ({'joint', 'user', 'map', @hinge, 'q', 0.2, 'v', 1}));
check (isequal (user.names.p, {'upper.q', 'lower.q'}) && user.autonomous);
options = {'RelTol', 1e-9, 'AbsTol', 1e-9};
for method = {'radau5', 'bdf'}
    a = geoms (plain, [0 2], 'Method', method{1}, options{:});
    b = geoms (user, [0 2], 'Method', method{1}, options{:});
    check (numel (a.t) == numel (b.t), '%d and %d steps', numel (a.t), numel (b.t));
    check_close (b.y, a.y, 1e-6);
end
t = linspace (0, 2, 7);
check_close (geomsreaction (b, user, 'lower', t), geomsreaction (a, plain, 'lower', t), 1e-7);
ma = geomsmotion (a, plain, {'lower', [1 0 0]}, t);
mb = geomsmotion (b, user, {'lower', [1 0 0]}, t);
for name = {'x', 'R', 'v', 'w', 'a', 'alpha'}
    check_close (mb.(name{1}), ma.(name{1}), 1e-7);
end
check_close (getfield (geomsenergy (b, user), 'total'), getfield (geomsenergy (a, plain), ...
    'total'), 1e-8);
end

% ---- beside the catalogue ----

function [d, R] = screwed (q)
d = [0; 0; 0.3 * q];
R = about (3, q);
end

function [d, R] = sliding (q)
d = [q; 0; 0];
R = eye (3);
end

function [d, R] = cylinder (q)
d = [0; 0; q(1)];
R = about (3, q(2));
end

function [d, R] = cross_of (q, t)    %#ok<INUSD>
d = zeros (3, 1);
R = about (1, q(1)) * about (2, q(2));
end

function [d, R] = flat (q)
d = [q(1); q(2); 0];
R = about (3, q(3));
end

function catalogue ()
list = {'revolute', @hinge, {}; 'screw', @screwed, {'pitch', 0.3}; ...
    'prismatic', @sliding, {'axis', 'x'}; 'cylindrical', @cylinder, {}; ...
    'universal', @cross_of, {}; 'planar', @flat, {}};
words = [1 1 1 2 2 3];
trees = {geomstree(), geomstree()};
parent = 'ground';
for i = 1:size (list, 1)
    q = 0.1 * (1:words(i));
    name = sprintf ('b%d', i);
    common = {'parent', parent, 'at', [0.3 0.1 -0.2], 'turn', [0.2 * i, 0.1, -0.3], 'mass', ...
        1 + 0.1 * i, 'com', [0.1 -0.2 0.1], 'inertia', [0.3 0.4 0.5 0.01 0.02 -0.01], 'q', q, ...
        'v', -q};
    trees{1} = geomsaddbody (trees{1}, name, 'joint', list{i, 1}, list{i, 3}{:}, common{:});
    trees{2} = geomsaddbody (trees{2}, name, 'joint', 'user', 'map', list{i, 2}, common{:});
    parent = name;
end
a = geomssys (trees{1});
b = geomssys (trees{2});
check (isequal (a.names, b.names) && isequal (a.tree.start, b.tree.start));
x = a.tree.start;
one = geomsterms (a, 0, x);
two = geomsterms (b, 0, x);
check_close (two.M, one.M, 1e-12);
check_close (two.f, one.f, 1e-12);
jac = @(sys) geomsrhs_jacobian (sys, x);
check_close (jac (b), jac (a), 1e-7);
end

% of the accelerations by the state, without a matrix of masses
function J = geomsrhs_jacobian (sys, x)
f = geomsrhs (sys, 'uode');
y = [x.p; x.v];
n = numel (y);
J = zeros (n);
for k = 1:n
    h = 1e-5 * ((1:n)' == k);
    J(:, k) = (f (0, y + h) - f (0, y - h)) / 2e-5;
end
end

% ---- mechanisms with equations of their own ----

% a follower over an eccentric disk, whose shaft is its coordinate
function [d, R] = follower (q)
d = [0; 0.2 + 0.05 * sin(q) + 0.01 * cos(2 * q); 0];
R = eye (3);
end

function cam ()
tree = geomstree ('gravity', [0 -9.81 0]);
tree = geomsaddbody (tree, 'shaft', 'inertia', [0.01 0.01 0.02], 'v', 9);
tree = geomsaddbody (tree, 'follower', 'joint', 'user', 'map', @follower, 'q', 0, 'v', 9, 'mass', 2);
tree = geomsaddjoint (tree, 'coupling', {'shaft.q', 'follower.q'}, [1 -1]);
sys = geomssys (tree);
sol = geoms (sys, [0 1], 'RelTol', 1e-10, 'AbsTol', 1e-10);
% (J + m h'^2) q'' + m h' h'' q'^2 = - m g h'
first = @(q) 0.05 * cos (q) - 0.02 * sin (2 * q);
second = @(q) -0.05 * sin (q) - 0.04 * cos (2 * q);
by_hand = geomssys ('mass', @(t, q) 0.02 + 2 * first (q) ^ 2, 'force', @(t, q, v) ...
    -2 * first (q) * (second (q) * v ^ 2 + 9.81));
ref = geoms (by_hand, [0 1], struct ('p', 0, 'v', 9), 'RelTol', 1e-11, 'AbsTol', 1e-11);
check_close (sol.p(1, end), ref.p(end), 1e-7);
check_close (sol.p(1, :), sol.p(2, :), 1e-9);
energy = geomsenergy (sol, sys);
check (max (abs (energy.total - energy.total(1))) < 1e-7);
m = geomsmotion (sol, sys, 'follower');
check_close (m.x(2, :), 0.2 + 0.05 * sin (sol.p(1, :)) + 0.01 * cos (2 * sol.p(1, :)), 1e-12);
end

% there its coordinate has no inertia but what the shaft lends it
function stroke ()
tree = geomstree ('gravity', [0 -9.81 0]);
tree = geomsaddbody (tree, 'shaft', 'inertia', [0.01 0.01 0.02], 'v', 9);
tree = geomsaddbody (tree, 'follower', 'joint', 'user', 'map', @(q) deal([0; 0.05 * cos(q); 0], ...
    eye (3)), 'q', 0, 'v', 9, 'mass', 2);
tree = geomsaddjoint (tree, 'coupling', {'shaft.q', 'follower.q'}, [1 -1]);
sys = geomssys (tree);
sol = geoms (sys, [0 2], 'RelTol', 1e-9, 'AbsTol', 1e-9);
check (strcmp (sol.info.status, 'ok'), '%s', sol.info.message);
energy = geomsenergy (sol, sys);
check (max (abs (energy.total - energy.total(1))) < 1e-6);
F = geomsreaction (sol, sys, 'follower', 0);
check_close (F, [0; 2 * (9.81 - 0.05 * 9 ^ 2); 0; 0; 0; 0], 1e-9);
end

% radius 0.5; height 0.1 q + 0.02 q^2; the bead looks along the wire
function [d, R] = wire (q)
d = [0.5 * cos(q); 0.5 * sin(q); 0.1 * q + 0.02 * q^2];
along = [-0.5 * sin(q); 0.5 * cos(q); 0.1 + 0.04 * q];
x = along / norm (along);
y = [-cos(q); -sin(q); 0];
R = [x, y, cross(x, y)];
end

function helix ()
sys = geomssys (add ('bead', 'joint', 'user', 'map', @wire, 'q', 3, 'mass', 0.1));
sol = geoms (sys, [0 2], 'RelTol', 1e-10, 'AbsTol', 1e-10);
% (r^2 + z'^2) q'' + z' z'' q'^2 = - g z'
slope = @(q) 0.1 + 0.04 * q;
by_hand = geomssys ('mass', @(t, q) 0.25 + slope (q) ^ 2, 'force', @(t, q, v) ...
    -slope (q) * (0.04 * v ^ 2 + 9.81));
ref = geoms (by_hand, [0 2], struct ('p', 3, 'v', 0), 'RelTol', 1e-11, 'AbsTol', 1e-11);
check_close (sol.p(end), ref.p(end), 1e-8);
energy = geomsenergy (sol, sys);
check (max (abs (energy.total - energy.total(1))) < 1e-9);
% the wire pushes across itself
m = geomsmotion (sol, sys, 'bead');
F = geomsreaction (sol, sys, 'bead');
check (max (abs (sum (m.v .* F(1:3, :), 1))) < 1e-9);
end

% radius 0.1, in a bowl of radius 0.6: its centre on a circle of 0.5
function [d, angle] = rolling (q)
d = 0.5 * [sin(q); -cos(q)];
angle = -5 * q;
end

function bowl ()
tree = geomsaddbody (geomstree ('planar', true), 'wheel', 'joint', 'user', 'map', @rolling, 'q', ...
    1.2, 'mass', 3, 'inertia', 3 * 0.1 ^ 2 / 2);
sys = geomssys (tree);
sol = geoms (sys, [0 2], 'RelTol', 1e-10, 'AbsTol', 1e-10);
by_hand = geomssys ('mass', 1, 'force', @(t, q, v) -2 * 9.81 / (3 * 0.5) * sin (q));
ref = geoms (by_hand, [0 2], struct ('p', 1.2), 'RelTol', 1e-11, 'AbsTol', 1e-11);
check_close (sol.p(end), ref.p(end), 1e-8);
m = geomsmotion (sol, sys, 'wheel', linspace (0, 2, 40));
y = geomsval (sol, m.t);
q = y(sys.index.p, :);
check (max (m.angle) - min (m.angle) > 2 * pi);
check_close (m.angle - m.angle(1), -5 * (q - q(1)), 1e-8);
check_close (m.w, -5 * y(sys.index.v, :), 1e-8);
end

% ---- maps of t ----

% a pendulum about x on a table that turns about z
function [d, R] = turntable (q, t)
angle = 0.3 + 0.5 * t + 0.2 * t^2;
d = about (3, angle) * [0.4; 0; 0];
R = about (3, angle) * about (1, q);
end

function moving ()
bob = {'mass', 1.5, 'com', [0 0.2 -0.5], 'inertia', [0.1 0.2 0.25 0.01 0 0.02]};
sys = geomssys (add ('bob', 'joint', 'user', 'map', @turntable, 'q', 0.3, bob{:}));
check (~sys.autonomous);
tree = add ('table', 'motion', @(t) [0.3 + 0.5 * t + 0.2 * t^2; 0.5 + 0.4 * t; 0.4]);
driven = geomssys (geomsaddbody (tree, 'bob', 'parent', 'table', 'at', [0.4 0 0], 'axis', 'x', ...
    'q', 0.3, bob{:}));
options = {'RelTol', 1e-10, 'AbsTol', 1e-10};
a = geoms (driven, [0 2], options{:});
b = geoms (sys, [0 2], options{:});
check_close (b.y(:, end), a.y(:, end), 1e-9);
ea = geomsenergy (a, driven);
eb = geomsenergy (b, sys);
check_close (eb.power(end), ea.power(end), 1e-8);
check_close (eb.total(end) - eb.total(1), eb.work(end), 1e-6);
end

% ---- inside mechanisms ----

% a four-bar linkage in the plane
function tree = four_bar (how)
tree = geomstree ('planar', true);
tree = geomsaddbody (tree, 'crank', how{:}, 'q', 1, 'mass', 1, 'com', [0.5 0], 'inertia', 0.1, 'v', 2);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [1 0], how{:}, 'q', -0.9, 'mass', ...
    2, 'com', [1 0], 'inertia', 0.6);
tree = geomsaddbody (tree, 'rocker', 'at', [2 0], 'q', 1.4, 'mass', 1, 'com', [0.7 0], 'inertia', 0.2);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [2 0]}, {'rocker', [1.5 0]}, 'name', 'pin');
end

function loop ()
a = geomssys (four_bar ({}));
b = geomssys (four_bar ({'joint', 'user', 'map', @(q) deal([0; 0], q)}));
options = {'RelTol', 1e-9, 'AbsTol', 1e-9};
sa = geoms (a, [0 1], options{:});
sb = geoms (b, [0 1], options{:});
check_close (sb.p(:, end), sa.p(:, end), 1e-8);
check_close (sb.lambda(:, end), sa.lambda(:, end), 1e-6);
check_close (geomsreaction (sb, b, 'pin', 1), geomsreaction (sa, a, 'pin', 1), 1e-6);
check (max (max (abs (sb.residual.position))) < 1e-12);
end

function forces ()
list = {{}, {'joint', 'user', 'map', @hinge}};
found = cell (1, 2);
for i = 1:2
    tree = add ('arm', list{i}{:}, 'q', 0.5, 'mass', 1, 'com', [1 0 0], 'inertia', 0.1);
    tree = geomsaddforce (tree, 'joint', 'arm', 'stiffness', 20, 'damping', 0.1, 'name', 'spring');
    tree = geomsaddforce (tree, 'stop', 'arm.q', [-0.2 0.7], 'stiffness', 300, 'damping', 0.1);
    tree = geomsaddforce (tree, 'spring', {'arm', [1 0 0]}, {'ground', [0 3 0]}, 'stiffness', 5);
    sys = geomssys (tree, 'parameters', {'spring.stiffness', 'arm.mass'});
    found{i} = geoms (geomssys (sys, 'parameters', [30; 2]), [0 2], 'RelTol', 1e-9, 'AbsTol', 1e-9);
end
check_close (found{2}.p(:, end), found{1}.p(:, end), 1e-8);
end

function massless ()
list = {{'joint', 'prismatic', 'axis', 'x'}, {'joint', 'user', 'map', @sliding, 'q', 0}};
found = cell (1, 2);
for i = 1:2
    tree = add ('cart', 'joint', 'prismatic', 'axis', 'x', 'mass', 1, 'v', 1);
    tree = geomsaddbody (tree, 'pad', 'parent', 'cart', list{i}{:});
    tree = geomsaddforce (tree, 'joint', 'pad', 'damping', 2);
    tree = geomsaddforce (tree, 'spring', {'ground', [-2 0 0]}, 'pad', 'stiffness', 30);
    sys = geomssys (tree);
    found{i} = geoms (sys, [0 2], 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check (isequal (found{i}.info.massless, 2));
end
check_close (found{2}.y(:, end), found{1}.y(:, end), 1e-7);
check_error ('geoms:tree:massless', @() geomssys (add ('pad', 'joint', 'user', 'map', @sliding, ...
    'q', 0)), '''pad.v''');
check_error ('geoms:tree:massless', @() geomssys (add ('pad', 'joint', 'user', 'map', @hinge, ...
    'q', 0, 'mass', 1)), '''pad.v''');
% a point of mass that is moved needs no inertia
geomssys (add ('bead', 'joint', 'user', 'map', @wire, 'q', 0, 'mass', 1));
end

function chain ()
n = 30;
names = arrayfun (@(i) sprintf ('b%d', i), 1:n, 'UniformOutput', false);
common = {'parent', [{'ground'}, names(1:end - 1)], 'at', [{[0 0]}, repmat({[1/n 0]}, 1, n - 1)], ...
    'mass', 1 / n, 'com', [0.5/n 0], 'inertia', 1 / (12 * n ^ 3), 'q', ...
    [{-0.5}, repmat({1/n}, 1, n - 1)]};
list = {{}, {'joint', 'user', 'map', @(q) deal([0; 0], q)}};
for method = {'radau5', 'bdf'}
    found = cell (1, 2);
    for i = 1:2
        tree = geomsaddbody (geomstree ('planar', true), names, common{:}, list{i}{:});
        for k = 1:n
            tree = geomsaddforce (tree, 'joint', names{k}, 'damping', 1e-3);
        end
        tree = geomsaddjoint (tree, 'rod', 'ground', {names{n}, [1/n 0]});
        found{i} = geoms (geomssys (tree), [0 0.3], 'Method', method{1}, 'RelTol', 1e-8, 'AbsTol', 1e-8);
        check (strcmp (found{i}.info.velocityRows, 'recursive'), '%s', found{i}.info.velocityRows);
    end
    check (numel (found{1}.t) == numel (found{2}.t));
    check_close (found{2}.y(:, end), found{1}.y(:, end), 1e-7);
end
end

% a top: quaternion, and rotations about x, y, z one after the other
function angles ()
top = {'mass', 1, 'com', [0.1 0 0.5], 'inertia', [0.2 0.3 0.1]};
map = @(q) deal (zeros (3, 1), about (1, q(1)) * about (2, q(2)) * about (3, q(3)));
a = geomssys (add ('top', 'joint', 'spherical', top{:}, 'v', [0.5 -0.3 4]));
b = geomssys (add ('top', 'joint', 'user', 'map', map, 'q', [0 0 0], top{:}, 'v', [0.5 -0.3 4]));
options = {'RelTol', 1e-10, 'AbsTol', 1e-10};
sa = geoms (a, [0 0.5], options{:});
sb = geoms (b, [0 0.5], options{:});
ma = geomsmotion (sa, a, 'top', 0.5);
mb = geomsmotion (sb, b, 'top', 0.5);
check_close (mb.R, ma.R, 1e-8);
check_close (mb.w, ma.w, 1e-8);
check_close (mb.alpha, ma.alpha, 1e-7);
check_close (geomsreaction (sb, b, 'top', 0.5), geomsreaction (sa, a, 'top', 0.5), 1e-7);
end

function compared ()
tree = four_bar ({'joint', 'user', 'map', @(q) deal([0.1 * sin(q); 0], q + 0.1 * q ^ 2)}); %#ok<NASGU>
res = [];
evalc (['res = geomscompare (geomssys (tree), [0 0.3], ''Tolerances'', 1e-6, ''Plot'', ''off'');']);
check (sum (strcmp ({res.status}, 'ok')) > 8);
for i = reshape (find (~strcmp ({res.status}, 'impossible')), 1, [])
    check (strcmp (res(i).status, 'ok') && res(i).error < 1e-3, '%s, %s: %s %s', ...
        res(i).formulation, res(i).method, res(i).status, res(i).message);
end
% without loops: explicit, and in O(N)
sys = geomssys (pendulum_of ({'joint', 'user', 'map', @hinge, 'q', 0.2}));
ref = geoms (sys, [0 1], 'RelTol', 1e-10, 'AbsTol', 1e-10);
for pair = {'psf', 'uode', 'psf'; 'bdf', 'dopri5', 'radau5'}
    sol = geoms (sys, [0 1], 'Formulation', pair{1}, 'Method', pair{2}, 'RelTol', 1e-8, 'AbsTol', ...
        1e-8);
    check_close (sol.p(:, end), ref.p(:, end), 1e-5);
end
end

function many ()
tree = add ({'a', 'b', 'c'}, 'parent', {'ground', 'a', 'b'}, 'joint', 'user', 'map', ...
    {@hinge, @cylinder, @(q, t) flat(q)}, 'q', {1, [2 3], []}, 'coordinates', {[], 2, 3}, 'mass', ...
    1, 'inertia', 1);
sys = geomssys (tree);
check (isequal (sys.names.p, {'a.q', 'b.q1', 'b.q2', 'c.q1', 'c.q2', 'c.q3'}));
check (isequal (sys.names.v, {'a.v', 'b.v1', 'b.v2', 'c.v1', 'c.v2', 'c.v3'}));
check_close (sys.tree.start.p, [1; 2; 3; 0; 0; 0], 0);
text = evalc ('geomstree (tree)');
check (~isempty (strfind (text, 'b: user')), '%s', text);
tree = geomsaddforce (tree, 'joint', 'b.v2', 'damping', 1);
check_error ('geoms:tree:unknown', @() geomsaddforce_of (tree, 'joint', 'b', 'torque', 1), 'b.v1, b.v2');
check_error ('geoms:tree:unknown', @() geomsaddforce_of (tree, 'joint', 'b.v3', 'damping', 1), 'b.v3');
end

function tree = geomsaddforce_of (varargin)
tree = geomsaddforce (varargin{:});
end

function events ()
tree = add ('bead', 'joint', 'user', 'map', @wire, 'q', 3, 'mass', 0.1);
sys = geomssys (tree);
options = geomsset ('Events', @(t, p, v) deal (p - 1, 1, 0), 'RelTol', 1e-9, 'AbsTol', 1e-9);
sol = geoms (sys, [0 5], [], options);
check_close (sol.p(end), 1, 1e-9);
plain = geomsset ('RelTol', 1e-9, 'AbsTol', 1e-9);
whole = geoms (sys, [0 1], [], plain);
part = geomsextend (geoms (sys, [0 0.4], [], plain), sys, 1);
check (isequal (part.y, whole.y));
end

function saved ()
sys = geomssys (add ('bob', 'joint', 'user', 'map', @turntable, 'q', 0.3, 'mass', 1.5, 'com', ...
    [0 0.2 -0.5], 'inertia', 0.1));
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
sol = geoms (sys, [0 0.5]);
whole = geoms (sys, [0 1]);
save (file, 'sys', 'sol', 'whole');
command = sprintf (['addpath (''%s''); s = load (''%s''); sol = geomsextend (s.sol, s.sys, 1); ', ...
    'disp (isequal (sol.y, s.whole.y))'], fileparts (which ('geoms')), file);
if exist ('OCTAVE_VERSION', 'builtin') == 0
    found = load (file);
    sol = geomsextend (found.sol, found.sys, 1);
    check (isequal (sol.y, found.whole.y));
    return
end
[status, text] = system (sprintf ('octave-cli --norc --no-history -q --eval "%s"', command));
check (status == 0 && strcmp (strtrim (text), '1'), '%s', text);
end

function checked ()
tree = geomsaddforce (four_bar ({'joint', 'user', 'map', @(q, t) deal([0.1 * sin(t); 0.05 * q ^ 2], ...
    q)}), 'spring', {'coupler', [1 1]}, 'ground', 'stiffness', 3);
sys = geomssys (tree);
report = geomscheck (sys, 0.3, struct ('v', [0.5; -0.3; 0.7]));
check (report.ok && any (strcmp (report.checked, 'tree: mass')));
end

function own ()
tree = add ('bead', 'joint', 'user', 'map', @wire, 'q', 3, 'mass', 0.1);
plain = geomssys (geomsaddforce (tree, 'joint', 'bead', 'damping', 0.02));
mine = geomssys (tree, 'force', @(t, p, v) -0.02 * v);
a = geoms (plain, [0 1], 'RelTol', 1e-9, 'AbsTol', 1e-9);
b = geoms (mine, [0 1], 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (b.p(end), a.p(end), 1e-7);
end

% ---- what goes wrong ----

function [d, R] = short_wire (q)
d = [q; 0; -q + 0 * sqrt(1 - q)];
R = eye (3);
end

function ends ()
sys = geomssys (add ('bead', 'joint', 'user', 'map', @short_wire, 'q', 0, 'mass', 1));
sol = geoms (sys, [0 2], 'Display', 'off');
check_close (sol.p(end), 1, 1e-6);
check (~isempty (strfind (sol.info.remedy, 'Body ''bead'': the ''map'' of its joint')), '%s', ...
    sol.info.remedy);
end

function call = with (fcn)
call = @() with_output ('cam', 'joint', 'user', 'map', fcn, 'q', 0.5, 'mass', 1, 'inertia', 1);
end

function tree = with_output (varargin)
tree = add (varargin{:});
end

function [d, R] = failing (q)    %#ok<INUSD>
error ('my:error', 'no such profile');
end

function refused_values ()
where = 'Body ''cam'': its ''map'' at q = 0.5, t = 0';
check_error ('geoms:tree:map', with (@(q) deal ([0; q], eye (3))), where);
check_error ('geoms:tree:map', with (@(q) deal ([0; 0; q], q)), 'a 3 x 3 matrix');
check_error ('geoms:tree:map', with (@(q) deal ([0; 0; q], diag ([1 1 1 + q]))), ...
    'the largest entry of R''R - 1 is 1.25');
check_error ('geoms:tree:map', with (@(q) deal ([0; 0; q], diag ([1 1 -1]))), 'mirrors');
check_error ('geoms:tree:map', with (@(q) deal ([0; 0; NaN], eye (3))), 'not finite');
check_error ('geoms:tree:map', with (@failing), 'fails at q = 0.5, t = 0: no such profile');
check_error ('geoms:tree:map', with (@(q) [0; 0; q]), 'fails at q = 0.5');
planar = geomstree ('planar', true);
check_error ('geoms:tree:map', @() body_on (planar, 'cam', 'joint', 'user', 'map', ...
    @(q) deal ([0 0 q], 0), 'q', 0), '2 numbers');
% a rotation at the start alone
check_error ('geoms:tree:map', @() geomssys (call_of (with (@(q) deal ([0; 0; q], ...
    diag ([0.5 + q, 1, 1]))))), 'no rotation');
end

function [d, R] = by_rand (q)
d = [rand(); 0; q];
R = eye (3);
end

function [d, R] = by_search (q, t)    %#ok<INUSD>
R = eye (3);
d = zeros (3, 1);
d(3) = fzero (@(x) x - q, 0);
end

function tree = call_of (fcn)
tree = fcn ();
end

function tree = body_on (varargin)
tree = geomsaddbody (varargin{:});
end

function refused_records ()
check_error ('geoms:derive:check', @() geomssys (call_of (with (@by_rand))), ['Body ''cam'': its ', ...
    '''map'' does not give the same value twice']);
check_error ('geoms:derive:refused', @() geomssys (call_of (with (@by_search))), ...
    'Body ''cam'': its ''map'' cannot be recorded');
check_error ('geoms:derive:refused', @() geomssys ('mass', 1, 'force', @builds_a_tree, 'dims', ...
    struct ('np', 1), 'derive', 'on'), 'force cannot be recorded');
sys = geomssys ('mass', 1, 'force', @builds_a_tree, 'dims', struct ('np', 1));
check (strcmp (sys.derive.status, 'refused') && isempty (strfind (sys.derive.reason, 'tape')), '%s', ...
    sys.derive.reason);
terms = geomsterms (sys, 0, struct ('p', 3));
check (terms.f == -3);
end

function f = builds_a_tree (t, p, v) %#ok<INUSL,INUSD>
sys = geomssys (add ('cam', 'joint', 'user', 'map', @hinge, 'q', 0, 'mass', 1, 'inertia', 1));
f = -sys.dims.nv * p;
end

function refused_words ()
check_error ('geoms:tree:map', @() add ('cam', 'joint', 'user', 'q', 0), 'needs ''map''');
check_error ('geoms:tree:map', @() add ('cam', 'map', @hinge), 'this is ''revolute''');
check_error ('geoms:tree:map', @() add ('cam', 'joint', 'user', 'map', @hinge), 'not told');
check_error ('geoms:tree:map', @() add ('cam', 'joint', 'user', 'map', 'hinge', 'q', 0), 'a handle');
check_error ('geoms:tree:map', @() add ('cam', 'joint', 'user', 'map', @hinge, 'q', zeros (1, 7)), ...
    '1 to 6 coordinates; their number is 7');
check_error ('geoms:tree:value', @() add ('cam', 'joint', 'user', 'map', @hinge, 'q', [0 1], ...
    'coordinates', 1), '''q''');
check_error ('geoms:tree:motion', @() add ('cam', 'joint', 'user', 'map', @hinge, 'coordinates', ...
    1, 'motion', @(t) [t; 1; 0]), 'depend on t');
check_error ('geoms:tree:axis', @() add ('cam', 'joint', 'user', 'map', @hinge, 'q', 0, 'axis', ...
    'x'), '''axis''');
end

function spoilt ()
sys = geomssys (add ('cam', 'joint', 'user', 'map', @hinge, 'q', 0, 'mass', 1, 'inertia', 1));
bad = sys;
bad.tree.maps = {};
check_error ('geoms:system:sys', @() geoms (bad, [0 1]), '''maps''');
bad = sys;
bad.tree.maps{1}(7) = 1e9;
check_error ('geoms:gateway:value', @() geoms (bad, [0 1]), 'none that this version has written');
bad = sys;
bad.tree.maps{1}(end) = [];
check_error ('geoms:gateway:value', @() geoms (bad, [0 1]), 'none that this version has written');
bad = sys;
bad.tree.bodies(29) = 2;
check_error ('geoms:gateway:value', @() geoms (bad, [0 1]), 'none that this version has written');
end
