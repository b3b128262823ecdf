function [passed, failed] = test_geomsterms ()
%TEST_GEOMSTERMS  The terms of the equations at one state, of every form; equations of mixed order.

cases = {
    'the mechanical form: what the functions return', @mechanical
    'models in C say the same as functions', @native
    'the residual form', @residual
    'rda and J', @rows_and_slopes
    'gII and hI with the multipliers that are given', @hidden
    'trees: what rows and forces of the user''s own add', @trees
    'without second derivatives', @lacking
    'two coupled oscillators: (34), (35) of the paper', @oscillators
    'the two problems of Section 4', @sections
    'massless bodies that follow each other', @chain
    'a motion meets the equations of mixed order', @along_motion
    'loops that hold massless bodies, alone and several of them', @held
    'no damper: not of index 1', @undamped
    'a singular M that is given', @matrices
    'what is printed', @printed
    'wrong arguments', @refused};
[passed, failed] = geoms_suite ('geomsterms', cases);

end

function mechanical ()
[sys, x0] = skate ('plain');
x0.w = [0.1; -0.2; 0.3];
x0.lambda = 0.7;
x0.mu = [0.4; -0.5];
x0.p(5) = 0.3;
T = geomsterms (sys, 0.5, x0);
z = struct ('r', x0.r, 'w', x0.w, 's', x0.s, 'lambda', x0.lambda, 'mu', x0.mu);
fcn = sys.functions;
check_close (T.M, fcn.mass (0.5, x0.p), 0);
check_close (T.Z, fcn.kinematics (0.5, x0.p), 0);
check_close (T.f, fcn.force (0.5, x0.p, x0.v, z), 0);
check_close (T.g, fcn.constraint (0.5, x0.p, z), 0);
check_close (T.G, fcn.constraintJacobian (0.5, x0.p, z), 0);
check_close (T.gI, fcn.constraintVelocity (0.5, x0.p, x0.v, z), 0);
check_close (T.gIIpart, fcn.constraintAcceleration (0.5, x0.p, x0.v, z), 0);
check_close (T.h, fcn.nonholonomic (0.5, x0.p, x0.v), 0);
check_close (T.H, fcn.nonholonomicJacobian (0.5, x0.p), 0);
check_close (T.hIpart, [0; 0], 0);
check_close (T.C, [T.G; T.H] * T.Z, 0);
check_close (T.b, fcn.dynamics (0.5, x0.p, x0.v, z), 0);
check_close (T.d, fcn.auxiliary (0.5, x0.p, x0.v, z), 0);
check_close (T.c, fcn.contact (0.5, x0.p, z), 0);
check (isempty (T.e) && T.t == 0.5 && isequal (T.x, [x0.w; 0.7; x0.mu; x0.r; x0.v; x0.s; x0.p]));
check (isequal (T.mixed.second, 1:5) && isempty (T.mixed.first) && T.mixed.regular);
check_close (T.mixed.M, T.M, 0);
end

function native ()
before = path ();
restorer = onCleanup (@() path (before)); %#ok<NASGU>
addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'truck'));
for name = {'skate', 'slidercrank', 'knifeedge', 'pendulum_energy', 'truck_pneumatic'}
    [sys, x0] = quick_model (name{1});
    x0.v = 0.1 * cos (1:sys.dims.nv)';
    A = geomsterms (sys, 0.2, x0);
    by_hand = geomssys (functions_of (name{1}), 'derive', 'off');
    need_same_terms (A, geomsterms (by_hand, 0.2, x0), name{1});
    need_same_terms (A, geomsterms (bare_system (by_hand), 0.2, x0), name{1});
end
end

function need_same_terms (A, B, name)
for field = {'M', 'Z', 'f', 'C', 'g', 'gI', 'gIIpart', 'h', 'hIpart', 'b', 'd', 'c', 'e'}
    check (isequal (size (A.(field{1})), size (B.(field{1}))), '%s: size of %s', name, field{1});
    expected = B.(field{1});
    check_close (A.(field{1}), expected, 1e-11 * max ([1; abs(expected(:))]));
end
check_close ([A.G; A.H] * A.Z, B.C, 1e-11 * max ([1; abs(B.C(:))]));
end

% the same in .m, with all levels by hand
function sys = functions_of (name)
before = path ();
restorer = onCleanup (@() path (before));
here = fileparts (mfilename ('fullpath'));
for folder = {'slidercrank', 'nonholonomic', 'truck'}
    addpath (fullfile (here, '..', '..', 'examples', folder{1}));
end
g = 13.750371636040745655;
switch name
    case 'skate'
        sys = skate ('vectorized');
    case 'slidercrank'
        sys = slidercrank_system (struct ('l1', 0.15));
    case 'knifeedge'
        sys = knife_edge_by_hand ();
    case 'truck_pneumatic'
        sys = truck_by_hand ('pneumatic', 'constrained');
    otherwise
        sys = pendulum ('mechanical', 'invariant', @(t,p,v) v'*v / 2 + g * p(2), ...
            'invariantGradient', @(t,p,v) [v', 0, g]);
end
end

function residual ()
x0 = struct ('p', [0.6; -0.8], 'v', [0.4; 0.3], 'lambda', 3);
A = geomsterms (pendulum ('residual'), 0, x0);
B = geomsterms (pendulum ('mechanical'), 0, x0);
check (isequal (fieldnames (A), fieldnames (B)));
for field = {'M', 'Z', 'f', 'C', 'G', 'g', 'gI', 'gIIpart', 'gII'}
    check_close (A.(field{1}), B.(field{1}), 1e-12);
end
% p' = Z v, an auxiliary variable before the multiplier, a force that it gives
rda = @(t,x) [x(1) - 2*x(3); x(3) - x(2); x(3); x(5) - 1; x(1) - x(2); 3*x(3); -x(3)];
sys = geomssys ('dims', struct ('np', 2, 'nv', 1, 'nw', 1, 'nl', 1), 'eom', rda, 'mass', 1);
T = geomsterms (sys, 0, [0.5; 0; 7; 0.2; 0.1]);
check_close (T.Z, [3; -1], 1e-15);
check_close (T.f, 0.5, 1e-15);
check_close (T.C, 1, 1e-15);
check_close (T.G, [0.3, -0.1], 1e-15);
check_close (T.d, -13.5, 1e-14);
end

% known, or by quotients; NaN where multipliers are not
function rows_and_slopes ()
x = struct ('p', [0.6; -0.8], 'v', [0.8; 0.6], 'lambda', 0.3);
known = geomsterms (pendulum ('residual jac'), 0, [x.lambda; x.v; x.p]);
for form = {'residual', 'mechanical', 'vectorized'}
    [sys, state] = deal (pendulum (form{1}), x);
    if strcmp (form{1}, 'residual')
        state = [x.lambda; x.v; x.p];
    end
    T = geomsterms (sys, 0, state);
    check_close (T.rda, known.rda, 1e-14);
    check_close (T.J, known.J, 1e-9);
end
T = geomsterms (pendulum ('mechanical'), 0, rmfield (x, 'lambda'));
check (all (isnan (T.rda)) && isequal (size (T.J), size (known.J)) && all (isnan (T.J(:))));
end

function hidden ()
sys = pendulum ('mechanical');
x0 = struct ('p', [0.6; -0.8], 'v', [0.4; 0.3]);
T = geomsterms (sys, 0, x0);
check (isnan (T.gII) && isequal (T.x(1), 0));
x0.lambda = 3;
T = geomsterms (sys, 0, x0);
check_close (T.gII, T.C * (T.M \ (T.f - T.C' * 3)) + T.gIIpart, 1e-13);
end

function trees ()
tree = geomsaddbody (geomstree (), 'top', 'joint', 'spherical', 'mass', 2, 'com', [0 0 1], ...
    'inertia', [1 1 0.5]);
sys = geomssys (tree);
p = [0.8; 0.6; 0; 0];
T = geomsterms (sys, 0, struct ('p', p, 'v', [0.1; 0.2; 0.3]));
check_close (T.M, diag ([3 3 0.5]), 1e-14);
check_close (T.Z, 0.5 * [-0.6 0 0; 0.8 0 0; 0 0.8 -0.6; 0 0.6 0.8], 1e-15);
check_close (T.e, 0, 1e-15);
% g = p_2, of which only what Z lets through is known
sys = geomssys (tree, 'constraint', @(t,p) p(2), 'constraintJacobian', @(t,p) [0 1 0 0], ...
    'constraintAcceleration', @(t,p,v) -p(2) * (v'*v) / 4, 'auxiliary', @(t,p,v,z) z.w - v(1), ...
    'force', @(t,p,v,z) [z.w; 0; 0], 'dims', struct ('nw', 1));
U = geomsterms (sys, 0, struct ('p', p, 'v', [0.1; 0.2; 0.3], 'w', 5));
check_close (U.f, T.f + [5; 0; 0], 1e-14);
check_close (U.C, [0.4 0 0], 1e-15);
check_close (U.G * U.Z, U.C, 1e-15);
check_close ([U.g, U.gI, U.gIIpart, U.d], [0.6, 0.04, -0.6 * 0.14 / 4, 4.9], 1e-14);
% as described; the state is not moved onto the constraint
T = geomsterms (geomssys (tree), 0);
check (isequal (T.x, [0; 0; 0; 1; 0; 0; 0]));
end

function lacking ()
T = geomsterms (pendulum ('lacking'), 0, struct ('p', [1; 0]));
check (isnan (T.gIIpart) && isnan (T.gII) && isequal (T.g, 0));
end

function with_examples (fcn)
before = path ();
restorer = onCleanup (@() path (before));
addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'massless'));
fcn ();
end

function oscillators ()
with_examples (@two_masses);
end

function two_masses ()
sys = oscillator_system (0, 0.1, 20);
T = geomsterms (sys, 0.4, struct ('p', [0.3; -0.2], 'v', [2; 5]));
m = T.mixed;
check (isequal (m.second, 2) && isequal (m.first, 1) && isempty (m.held) && m.regular);
check_close (m.M, 1, 1e-15);
check_close (m.T, 1, 1e-15);                             % m2 (q2'' + q1'')
check_close (m.f, -100 * -0.2 - 0.1 * 5, 1e-12);         % = -c2 q2 - d2 q2'
check_close (m.damping, [0.1 -0.1], 1e-10);              % d1 q1' - d2 q2'
check_close (m.rhs, 20 * sin (1.2) - 100 * 0.3 + 100 * -0.2, 1e-9);
check_close (m.gamma, m.rhs - 0.1 * 2 + 0.1 * 5, 1e-9);
end

function sections ()
with_examples (@both_problems);
end

function both_problems ()
q = [0.05; 0.02; 0.03; 0.1];
m = getfield (geomsterms (plane_system ('upper', 0), 0, struct ('p', q, 'v', [1; 2; 3; 4])), ...
    'mixed');
check (isequal (m.second, [3 4]) && isequal (m.first, [1 2]));
check_close (m.M, 2 * eye (2), 1e-15);
check_close (m.T, eye (2), 1e-15);
check_close (m.f, [-50 * 0.03 - 0.3 * 3; 0], 1e-12);
check_close (m.damping, [0.5 0 -0.3 0; 0 0.4 0 0], 1e-9);
check_close (m.rhs, [-100 * 0.05 + 50 * 0.03; -80 * 0.02], 1e-9);
m = getfield (geomsterms (plane_system ('lower', 0), 0, struct ('p', q([1 2 4]))), 'mixed');
check (isequal (m.second, [1 3]) && isequal (m.first, 2));
check_close (m.M, 2 * eye (2), 1e-15);
check_close (m.T, [0; 1], 1e-15);
check_close (m.f, [-100 * 0.05; 0], 1e-12);
check_close (m.damping, [0 0.4 0], 1e-9);
end

% links of a chain in the plane; 'light': which have no mass
function [sys, x0] = chain_of (n, light, damping)
tree = geomstree ('planar', true);
parent = 'ground';
for i = 1:n
    name = sprintf ('b%d', i);
    given = {'mass', 1, 'com', [0.5 0], 'inertia', 0.1};
    if any (i == light)
        given = {};
    end
    tree = geomsaddbody (tree, name, 'parent', parent, 'at', [i > 1, 0], given{:});
    tree = geomsaddforce (tree, 'joint', name, 'damping', damping, 'stiffness', 3);
    parent = name;
end
sys = geomssys (tree);
x0 = struct ('p', 0.3 * cos (1:n)', 'v', sin (1:n)');
end

% at the end of a branch; two, against (23) of the paper, of which the loads behind give one inertia
function chain ()
for light = {4, [3 4], [2 4]}
    [sys, x0] = chain_of (4, light{1}, 0.5);
    T = geomsterms (sys, 0, x0);
    m = T.mixed;
    check (isequal (m.first, light{1}(light{1} > 2)) && m.regular);
    check_close (T.M * m.Q, zeros (4, numel (m.first)), 1e-13);
    check_close (T.M(m.second, m.first), m.M * m.T, 1e-13);
    check_close (m.gamma, m.Q' * T.f, 1e-13);
    check_close (m.damping * x0.v - m.rhs, -m.gamma, 1e-12);
end
end

function along_motion ()
[sys, x0] = chain_of (3, 3, 0.5);
sol = geoms (sys, [0 1], geomsinit (sys, 0, x0), 'RelTol', 1e-10, 'AbsTol', 1e-10);
k = numel (sol.t);
T = geomsterms (sys, sol.t(k), struct ('p', sol.p(:, k), 'v', sol.v(:, k)));
check_close (T.mixed.gamma, 0, 1e-9);
check_close (T.mixed.damping * sol.v(:, k), T.mixed.rhs, 1e-8);
m = geomsmotion (sol, sys, 'b2', sol.t(k));
check_close (m.alpha, [1 1] * (T.mixed.M \ T.mixed.f), 1e-6);
end

function held ()
tree = geomstree ('planar', true);
tree = geomsaddbody (tree, 'crank', 'mass', 1, 'com', [0 .5], 'inertia', 1/12);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [0 1]);
tree = geomsaddbody (tree, 'rocker', 'at', [2 0], 'mass', 1.5, 'com', [0 .75], 'inertia', 0.3);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [2 .5]}, {'rocker', [0 1.5]}, 'name', 'pin');
T = geomsterms (geomssys (tree), 0);
m = T.mixed;
check (isequal (m.second, [1 3]) && isempty (m.first) && isequal (m.held, 2) && m.regular);
check (isempty (m.Q) && isempty (m.gamma) && isequal (size (m.T), [2 1]));
% one row, two massless slides beside each other: their sum is held, their difference is damped
tree = geomsaddbody (geomstree ('planar', true), 'cart', 'joint', 'prismatic', 'mass', 1);
for name = {'a', 'b'}
    tree = geomsaddbody (tree, name{1}, 'joint', 'prismatic');
    tree = geomsaddforce (tree, 'joint', name{1}, 'damping', 2, 'stiffness', 5);
end
tree = geomsaddjoint (tree, 'coupling', {'a.q', 'b.q', 'cart.q'}, [1 1 -1], 'name', 'sum');
T = geomsterms (geomssys (tree), 0, struct ('p', [0; 0.1; 0.3]));
m = T.mixed;
check (isequal (m.second, 1) && isempty (m.first) && isequal (m.held, [2 3]) && m.regular);
check_close (abs (m.directions), [1; 1] / sqrt (2), 1e-12);
check_close (T.C * m.Q, 0, 1e-12);
check_close (abs (m.rhs), 5 * 0.2 / sqrt (2), 1e-9);
end

function undamped ()
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [1 0]);
tree = geomsaddbody (tree, 'eye', 'parent', 'arm', 'at', [1 0]);
tree = geomsaddforce (tree, 'spring', {'ground', [3 1]}, {'eye', [0.5 0]}, 'stiffness', 2);
m = getfield (geomsterms (geomssys (tree), 0), 'mixed');
check (isequal (m.first, 2) && ~m.regular && all (m.damping == 0));
text = evalc ('geomsterms (geomssys (tree), 0);');
check (~isempty (strfind (text, 'a damper is missing')));
end

% not of a tree: which velocities M itself tells
function matrices ()
b = [1; 2; -1];
sys = geomssys ('mass', [4 2 0; 2 1 0; 0 0 9], 'force', @(t,p,v) b - [1 0 0; 0 5 1; 0 1 2] * v);
T = geomsterms (sys, 0, struct ('p', [0; 0; 0], 'v', [1; -1; 2]));
m = T.mixed;
check (numel (m.first) == 1 && any (m.first == [1 2]) && isequal (sort ([m.first m.second]), 1:3));
check_close (T.M * m.Q, [0; 0; 0], 1e-12);
check_close (m.damping, m.Q' * [1 0 0; 0 5 1; 0 1 2], 1e-9);
check_close (m.rhs, m.Q' * b, 1e-9);
check (m.regular);
end

function printed ()
with_examples (@lines_of_oscillator);
text = evalc ('geomsterms (pendulum (''mechanical''), 0, struct (''p'', [1; 0], ''v'', [0; 2]));');
check (~isempty (strfind (text, 'v(1):  v(1)'' = -2 lambda(1)')));
check (isempty (strfind (text, 'First order')));
[sys, x0] = skate ('plain'); %#ok<ASGLU>
text = evalc ('geomsterms (sys, 0, x0);');
for part = {'lambda(1)', 'mu(2)', 'r(4)', 'w(3)', 's(1)', 'gII - G Z v''', 'hI - H Z v'''}
    check (~isempty (strfind (text, part{1})), '%s is not printed', part{1});
end
check (all (cellfun (@numel, strsplit (text, sprintf ('\n'))) <= 100));
end

function lines_of_oscillator ()
sys = oscillator_system (0, 0.1, 20); %#ok<NASGU>
text = evalc ('geomsterms (sys, 0, struct (''p'', [0.1; 0.05]));');
check (~isempty (strfind (text, 'second.v:  first.v'' + second.v'' = -5')));
check (~isempty (strfind (text, 'first.v:  0.1 first.v - 0.1 second.v = -5')));
end

function refused ()
sys = pendulum ('mechanical');
check_error ('geoms:arguments:number', @() geomsterms (sys, 0), 'state');
check_error ('geoms:terms:time', @() geomsterms (sys, [0 1], struct ('p', [1; 0])), '1 x 2');
check_error ('geoms:system:sys', @() geomsterms (1, 0, struct ()));
check_error ('geoms:x0:size', @() geomsterms (sys, 0, struct ('p', 1)));
sys = geomssys ('mass', 1, 'force', @(t,p,v) error ('my:error', 'mine'));
check_error ('my:error', @() geomsterms (sys, 0, struct ('p', 1)), 'mine');
tree = geomsaddbody (geomstree ('planar', true), 'a', 'joint', 'prismatic', 'mass', 1);
tree = geomsaddforce (tree, 'spring', 'ground', 'a', 'stiffness', 1, 'length', 1);
check_error ('geoms:terms:value', @() geomsterms (geomssys (tree), 0), 'spring');
end
