function [passed, failed] = test_mechanical ()
%TEST_MECHANICAL  The mechanical form with all it may have: kinematics, nonholonomic constraints,
%   force elements, auxiliary variables, contact points, invariants, conditions.

cases = {
    'every kind of unknown: functions, vectorized, model', @all_kinds
    'sizes of r, w, s from dims or from the initial values', @sizes_of_z
    'what is not given of w, lambda and mu is computed', @computed
    'quaternions: p'' = Z v with np > nv', @quaternions
    'nv is found without v', @finding_nv
    'nonholonomic: a blade on a plane', @blade
    'z and q in all functions', @all_arguments
    'an invariant and its gradient', @invariants
    'conditions on the initial values move them', @conditions
    'functions are not called where nothing has changed', @calls
    'model: what must be there', @model_fields
    'sizes that do not fit', @wrong_sizes
    'a function that changes its size is blamed', @blamed
    'wrong levels are found', @wrong_levels
    'what is right at the start and wrong beside it is found', @wrong_elsewhere
    'the Jacobian is blamed, not what is computed with it', @blame_the_jacobian
    'levels that are right on the constraints only are accepted', @right_on_constraints
    'right levels are not refused', @right_levels
    'right levels far from the origin are not refused', @right_levels_far_away
    'an invariant that is none is refused', @no_invariants
    'a constraint must not depend on multipliers', @multipliers
    'NaN and complex numbers at the start: function and row', @not_finite
    'what is incomplete', @incomplete
    'the meaning of the last argument', @last_argument
    'a system that is too large', @too_large
    'messages about the mass matrix name it', @mass_is_named
    'names of no function', @no_function
    'many points come in several calls', @batches
    'an error in a function comes back with its name and text', @own_errors};
[passed, failed] = geoms_suite ('mechanical', cases);

end

% ---- what works ----

% motion of the same system in C in independent coordinates, tests/models/skate.c, at t = 2
function x = skate_at_two ()
x = [0.291790605148376; -0.0249803658595205; 0.0953484086990385; -0.680456634343119; ...
    -2.8684911634828; 0.147571176090841; -0.536489433534086; -0.55887268035958; ...
    -0.450685890370786; -0.303221046315884; 1.19810020020286; 0; 0.734452680914446; ...
    -0.021290768056739; 4.79240080081145; 0.794025707312125; 1.46230744088501; ...
    1.96338391441136; -0.106882769117662; 0.994271629719837; 0.189143047161756; ...
    10.9104078870397];
end

function all_kinds ()
[sys, x0] = skate ('vectorized');
sol = geoms (sys, [0 2], x0, 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.y(:, end), skate_at_two (), 1e-7);
check (max (sol.residual.relative(:)) < 1e-12);
check (isequal ([size(sol.w, 1), size(sol.mu, 1), size(sol.r, 1), size(sol.s, 1)], [3 2 4 1]));
short = geoms (sys, [0 0.2], x0);
for form = {'plain', 'model'}
    sys = skate (form{1});
    other = geoms (sys, [0 0.2], x0);
    check_close (other.y, short.y, 1e-12);
end
end

function sizes_of_z ()
[sys, x0] = skate ('plain');
check (isnan (sys.dims.nr) && isempty (sys.index));
sys = skate ('plain', 'dims', struct ('nr', 4, 'nw', 3, 'ns', 1, 'np', 6));
check (sys.dims.nv == 5 && sys.dims.nl == 1 && sys.dims.nm == 2 && isequal (sys.index.s, 16));
sol = geoms (sys, [0 0.1], rmfield (x0, {'r', 's', 'w'}));
check_close (sol.w(1, 1), 0.2, 1e-12);
for field = {'r', 'w', 's'}
    check_error ('geoms:system:missing', @() geoms (skate ('plain'), [0 1], ...
        rmfield (x0, field{1})), ['''n', field{1}, '''']);
end
check_error ('geoms:x0:size', @() geoms (sys, [0 1], setfield (x0, 'r', [1; 2])), 'r have 2');
end

function computed ()
[sys, x0] = skate ('plain');
x0.w(:) = NaN;
a = geoms (sys, [0 0.01], x0);
x0.w = [0.2; -0.01; 0.08];
x0.lambda = 1;
x0.mu = [1; NaN];
b = geoms (sys, [0 0.01], x0);
check_close (a.y(:, 1), b.y(:, 1), 1e-12);
check (max (a.residual.relative(:, 1)) < 1e-12);
check_error ('geoms:x0:value', @() geoms (sys, [0 1], setfield (x0, 'r', [1; NaN; 1; 1])), 'r');
check_error ('geoms:x0:value', @() geoms (sys, [0 1], setfield (x0, 'mu', [1; Inf])), 'mu');
end

% a free body with the moments of inertia I; angular momentum in inertial axes is constant
function [sys, I] = body (varargin)
I = [1; 2; 3];
sys = geomssys ('mass', I, 'force', @(t,p,v) -cross (v, I .* v), ...
    'kinematics', @(t,p) rates (p) / 2, 'invariant', @(t,p,v) p'*p - 1, ...
    'invariantGradient', @(t,p,v) [0 0 0, 2*p'], varargin{:});
end

function E = rates (p)
E = [-p(2), -p(3), -p(4); p(1), -p(4), p(3); p(4), p(1), -p(2); -p(3), p(2), p(1)];
end

function quaternions ()
[sys, I] = body ();
check (sys.dims.nv == 3 && isnan (sys.dims.np));
v0 = [0.01; 1; 0.02];
sol = geoms (sys, [0 20], struct ('p', [1; 0; 0; 0], 'v', v0), 'RelTol', 1e-10, 'AbsTol', 1e-10);
check (isequal (size (sol.p, 1), 4) && isequal (size (sol.v, 1), 3));
check_close (sum (sol.p.^2, 1), ones (size (sol.t)), 1e-13);
momentum = zeros (3, numel (sol.t));
for k = 1:numel (sol.t)
    p = sol.p(:, k);
    R = eye (3) + 2 * p(1) * skew (p(2:4)) + 2 * skew (p(2:4))^2;
    momentum(:, k) = R * (I .* sol.v(:, k));
end
check_close (momentum, repmat (I .* v0, 1, numel (sol.t)), 1e-8);
check (max (abs (sol.v(2, :) + 1)) > 0.5); % it turns over
end

function S = skew (a)
S = [0, -a(3), a(2); a(3), 0, -a(1); -a(2), a(1), 0];
end

function finding_nv ()
sys = geomssys ('mass', @(t,p) diag ([1 2 3]), 'force', @(t,p,v) [1; 0; 0], ...
    'kinematics', @(t,p) rates (p) / 2);
sol = geoms (sys, [0 0.1], struct ('p', [1; 0; 0; 0]));
check_close (sol.v(:, end), [0.1; 0; 0], 1e-12);
sys = geomssys ('mass', eye (3), 'force', @(t,p,v) [1; 0; 0], 'dims', struct ('np', 4), ...
    'kinematics', @(t,p) rates (p) / 2);
check (sys.dims.nv == 3 && isequal (sys.index.p, 4:7));
sys = geomssys ('mass', eye (3), 'model', @(t,p,v) struct ('f', [1; 0; 0], 'Z', rates (p) / 2));
sol = geoms (sys, [0 0.1], struct ('p', [1; 0; 0; 0]));
check_close (sol.v(:, end), [0.1; 0; 0], 1e-12);
sys = geomssys ('mass', eye (3), 'model', @(t,p,v) struct ('f', [1; 0; 0], 'Z', eye (4, 3)));
check (isempty (sys.index) && isnan (sys.dims.np));
sol = geoms (sys, [0 0.1], struct ('p', [1; 0; 0; 0]));
check_close (sol.p(:, end), [1.005; 0; 0; 0], 1e-12);
end

function pairs = blade_pairs ()
pairs = {'mass', [1 1 1], 'force', @(t,p,v) [4.905; 0; 0], ...
    'nonholonomic', @(t,p,v) v(1)*sin(p(3)) - v(2)*cos(p(3)), ...
    'nonholonomicJacobian', @(t,p) [sin(p(3)), -cos(p(3)), 0], ...
    'nonholonomicAcceleration', @(t,p,v) v(3)*(v(1)*cos (p(3)) + v(2)*sin (p(3)))};
end

% x = gs/2 sin^2 t, y = gs/2 (t - sin t cos t); the multiplier is 2 gs sin t
function blade ()
pairs = blade_pairs ();
sol = geoms (geomssys (pairs{:}), [0 5], struct ('p', [0; 0; 0], 'v', [0; 0; 1]), ...
    'RelTol', 1e-10, 'AbsTol', 1e-10);
t = sol.t;
check_close (sol.p, [4.905/2 * sin(t).^2; 4.905/2 * (t - sin(t) .* cos(t)); t], 1e-8);
check_close (sol.mu, 2 * 4.905 * sin(t), 2e-9);
check (max (abs (sol.residual.velocity(:))) < 1e-12);
end

% each function takes z and q and uses q; with q = 1 the system is the blade, led by a constraint
function all_arguments ()
q = struct ('one', 1);
list = {
    'mass', @(t,p,z,q) q.one * eye(3)
    'kinematics', @(t,p,z,q) q.one * eye(3)
    'force', @(t,p,v,z,q) [4.905; 0; 0] - q.one * [0; 0; z.r(1)] + 0 * z.w(1)
    'nonholonomic', @(t,p,v,z,q) q.one * (v(1)*sin (p(3)) - v(2)*cos (p(3)))
    'nonholonomicJacobian', @(t,p,z,q) q.one * [sin(p(3)), -cos(p(3)), 0]
    'nonholonomicAcceleration', @(t,p,v,z,q) q.one * v(3)*(v(1)*cos (p(3)) + v(2)*sin (p(3)))
    'constraint', @(t,p,z,q) q.one * (p(3) - t) + 0 * z.s
    'constraintJacobian', @(t,p,z,q) q.one * [0 0 1]
    'constraintVelocity', @(t,p,v,z,q) q.one * v(3) - 1
    'constraintAcceleration', @(t,p,v,z,q) 0 * q.one
    'dynamics', @(t,p,v,z,q) q.one - z.r
    'auxiliary', @(t,p,v,z,q) q.one * z.w - 3 * z.r
    'contact', @(t,p,z,q) q.one * z.s - p(1)
    'invariant', @(t,p,v,z,q) q.one * (v(3) - 1)
    'invariantGradient', @(t,p,v,z,q) q.one * [0 0 1, 0, 0 0 0]
    'condition', @(t,p,v,z,q) q.one * (v(1) - 2)}';
sys = geomssys (list{:}, 'parameters', q, 'dims', struct ('nr', 1, 'nw', 1, 'ns', 1));
sol = geoms (sys, [0 1], struct ('p', [0; 0; 0], 'v', [0; 0; 1]), 'ConstraintDecomposition', ...
    'svd', 'RelTol', 1e-9, 'AbsTol', 1e-9);
t = sol.t;
check_close (sol.p(1, :), 4.905/2 * sin(t).^2 + 2 * sin(t), 2e-9);
check_close (sol.r, 1 - exp (-t), 5e-11);
check_close (sol.w, 3 * sol.r, 1e-12);
check_close (sol.s, sol.p(1, :), 1e-12);
check_close (sol.lambda, -sol.r, 1e-12);
end

function pairs = energy_pairs ()
pairs = {'mass', eye(2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v), ...
    'invariant', @(t,p,v) (v'*v)/2 + 9.81 * p(2)};
end

function invariants ()
pairs = energy_pairs ();
sys = geomssys (pairs{:});
check (sys.dims.ni == 0 + 1);
x0 = struct ('p', [1; 0]);
sol = geoms (sys, [0 2], x0);
energy = sum (sol.v.^2, 1) / 2 + 9.81 * sol.p(2, :);
check (max (abs (energy)) < 1e-12, 'energy %g', max (abs (energy)));
check_close (sol.residual.invariant, energy, 1e-15);
% the gradient is called, for one point at a time, also if the system is vectorized
counter (0);
vectorized = geomssys ('mass', eye (2), 'force', @(t,p,v) [0*t; 0*t - 9.81], ...
    'constraint', @(t,p) sum (p.^2, 1) - 1, ...
    'constraintJacobian', @(t,p) reshape (2*p, 1, 2, []), ...
    'constraintAcceleration', @(t,p,v) 2 * sum (v.^2, 1), 'vectorized', true, ...
    'invariant', @(t,p,v) sum (v.^2, 1) / 2 + 9.81 * p(2, :), ...
    'invariantGradient', @(t,p,v) counted ([v', 0, 9.81]), 'derive', 'off');
b = geoms (vectorized, [0 2], x0);
check (counter () > b.stats.njac / 2);
check_close (b.p(:, end), sol.p(:, end), 1e-12);
end

function n = counter (first)
persistent count
if nargin > 0
    count = first;
end
n = count;
end

function y = counted (y)
counter (counter () + 1);
end

function conditions ()
pairs = energy_pairs ();
pairs = pairs(1:end - 2);
sys = geomssys (pairs{:}, 'condition', @(t,p,v) [p(1) + p(2); v'*v - 4]);
check (sys.dims.nc == 2);
sol = geoms (sys, [0 0.1], struct ('p', [1; 0], 'v', [0; 1]));
check_close (sol.p(:, 1), [1; -1] / sqrt (2), 1e-12);
check_close (sol.v(:, 1), [1; 1] * sqrt (2), 1e-12);
rda = pendulum ('residual');
sys = geomssys ('dims', struct ('np', 2, 'nl', 1, 'nc', 1), 'eom', rda.functions.eom, ...
    'ivcond', @(t,x) x(4) + x(5));
sol = geoms (sys, [0 0.1], [0; 0; 0; 1; 0]);
check_close (sol.p(:, 1), [1; -1] / sqrt (2), 1e-12);
end

% Z and H are called once for all columns of a Jacobian but those of p, and the auxiliary equations
% for all of them
function calls ()
[sys, x0] = skate ('plain', 'derive', 'off');
for name = {'kinematics', 'auxiliary'}
    changed = sys;
    fcn = sys.functions.(name{1});
    if strcmp (name{1}, 'kinematics')
        changed.functions.kinematics = @(t,p) counted (fcn (t, p));
    else
        changed.functions.auxiliary = @(t,p,v,z) counted (fcn (t, p, v, z));
    end
    counter (0);
    sol = geoms (changed, [0 0.2], x0);
    n.(name{1}) = counter ();
end
jacobians = sol.stats.njac;
check (n.auxiliary - n.kinematics > 10 * jacobians, '%d %d', n.auxiliary, n.kinematics);
end

function model_fields ()
make = @(varargin) geomssys ('mass', [1 1], 'model', @(t,p,v) struct ('f', v, varargin{:}), ...
    'derive', 'off');
check_error ('geoms:system:missing', @() make ('h', 1), '''H''');
check_error ('geoms:system:size', @() make ('h', 1, 'H', 1, 'hIpart', 1), 'model: H');
check_error ('geoms:system:size', @() make ('e', [1 2]), 'model: e');
check_error ('geoms:system:missing', @() geomssys ('mass', 1, ...
    'invariantGradient', @(t,p,v) [v p], 'model', @(t,p,v) struct ('f', p)), '''e''');
check_error ('geoms:system:missing', @() geomssys ('mass', [1 1], 'model', @(t,p,v) ...
    struct ('f', v), 'dims', struct ('np', 3)), '''Z''');
sized = @(varargin) geomssys ('mass', 1, 'dims', struct ('nl', 0, varargin{:}), ...
    'model', @(t,p,v,z) struct ('f', -p + sum (z.r), 'b', -z.r));
sys = sized ('nr', 1);
sol = geoms (sys, [0 1], struct ('p', 0, 'r', 1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(end), (exp (-1) + sin (1) - cos (1)) / 2, 2e-10);
check_error ('geoms:system:missing', @() geoms (geomssys ('mass', 1, 'dims', struct ('nl', 0), ...
    'model', @(t,p,v,z) struct ('f', -p + z.r(1), 'b', -z.r)), [0 1], struct ('p', 0)), '''nr''');
check_error ('geoms:system:missing', @() geomssys ('mass', 1, 'dims', struct ('nl', 0), ...
    'model', @(t,p,v,z) struct ('f', -p, 'b', 1)), '''nr'', 1');
check_error ('geoms:system:missing', @() geomssys ('mass', 1, 'dims', struct ('nl', 1), ...
    'model', @(t,p,v) struct ('f', -p)), '''g''');
end

% ---- what is refused ----

function sys = replaced (pairs, name, fcn)
at = find (strcmp (name, pairs));
if isempty (at)
    at = numel (pairs) + 1;
end
pairs(at:at + 1) = {name, fcn};
sys = geomssys (pairs{:});
end

function wrong_sizes ()
list = {'nonholonomic', @(t,p,v) [1 2]; 'nonholonomicJacobian', @(t,p) [1 2]; ...
    'nonholonomicAcceleration', @(t,p,v) [1; 2]; 'kinematics', @(t,p) eye(2)};
for i = 1:size (list, 1)
    pairs = [blade_pairs(), {'dims', struct('np', 3)}];
    check_error ('geoms:system:size', @() replaced (pairs, list{i, :}), list{i, 1});
end
pairs = energy_pairs ();
check_error ('geoms:system:size', @() replaced (pairs, 'invariantGradient', @(t,p,v) [v', 0]), ...
    'invariantGradient');
check_error ('geoms:system:size', @() replaced (pairs, 'condition', @(t,p,v) [1 2]), 'condition');
for name = {'dynamics', 'auxiliary'}
    check_error ('geoms:system:size', @() skate ('plain', name{1}, @(t,p,v,z) [1; 2], 'dims', ...
        struct ('nr', 4, 'nw', 3, 'ns', 1, 'np', 6)), name{1});
end
check_error ('geoms:system:size', @() skate ('plain', 'contact', @(t,p,z) [1; 2], 'dims', ...
    struct ('nr', 4, 'nw', 3, 'ns', 1, 'np', 6)), 'contact');
check_error ('geoms:system:vectorized', @() skate ('vectorized', 'kinematics', @(t,p) ...
    repmat (p(1, 1) * ones (6, 5), [1 1 size(p, 2)]), 'dims', ...
    struct ('nr', 4, 'nw', 3, 'ns', 1, 'np', 6)), 'kinematics');
end

function blamed ()
for form = {'plain', 'vectorized'}
    [sys, x0] = skate (form{1});
    fcn = sys.functions.dynamics;
    sys.functions.dynamics = @(t,p,v,z) longer (fcn (t, p, v, z), t);
    check_error ('geoms:callback:size', @() geoms (sys, [0 2], x0), 'dynamics');
end
end

function y = longer (y, t)
if t(end) > 0.5
    y(end + 1, :) = 0;
end
end

function wrong_levels ()
x0 = struct ('p', [0.3; 0.1; 0.4], 'v', [0.2; 0.1; 1]);
run = @(name, fcn) geoms (replaced (blade_pairs (), name, fcn), [0 1], x0);
check_error ('geoms:check:jacobian', @() run ('nonholonomicJacobian', ...
    @(t,p) [sin(p(3)), cos(p(3)), 0]), 'nonholonomicJacobian');
check_error ('geoms:check:acceleration', @() run ('nonholonomicAcceleration', ...
    @(t,p,v) v(3)*(v(1)*cos (p(3)) - v(2)*sin (p(3)))), 'nonholonomicAcceleration');
check_error ('geoms:check:jacobian', @() run ('nonholonomic', @(t,p,v) v(1)*v(2)));
x0 = struct ('p', [0.6; -0.8]);
pairs = energy_pairs ();
run = @(name, fcn) geoms (replaced (pairs, name, fcn), [0 1], x0);
check_error ('geoms:check:gradient', @() run ('invariantGradient', @(t,p,v) [v', 0, -9.81]), ...
    'invariantGradient');
check_error ('geoms:check:gradient', @() run ('invariantGradient', @(t,p,v) [2*v', 0, 9.81]));
[sys, x0] = skate ('plain');
list = {'kinematics', 4, 3, 'geoms:check:velocity'; 'nonholonomicJacobian', 2, 6, ...
    'geoms:check:jacobian'; 'constraintJacobian', 1, 4, 'geoms:check:jacobian'};
for i = 1:3
    changed = sys;
    fcn = sys.functions.(list{i, 1});
    if i < 3
        changed.functions.(list{i, 1}) = @(t,p) flipped (fcn (t, p), list{i, 2:3});
    else
        changed.functions.(list{i, 1}) = @(t,p,z) flipped (fcn (t, p, z), list{i, 2:3});
    end
    check_error (list{i, 4}, @() geoms (changed, [0 1], x0));
end
check_error ('geoms:check:acceleration', @() geoms (skate ('plain', 'constraintAcceleration', ...
    @(t,p,v,z) -0.6 * p(3)^2 / (1 + 1.2 * z.s^2) * v(3)^2), [0 1], x0), 'constraintAcceleration');
end

function y = flipped (y, i, j)
y(i, j, :) = -y(i, j, :);
end

% errors that vanish where the pendulum starts
function wrong_elsewhere ()
x0 = struct ('p', [1; 0]);
pairs = energy_pairs ();
run = @(name, fcn) geoms (replaced (pairs(1:end - 2), name, fcn), [0 1], x0);
check_error ('geoms:check:jacobian', @() run ('constraintJacobian', @(t,p) 2*[p(1), p(2)*p(1)]), ...
    'beside');
check_error ('geoms:check:velocity', @() run ('constraintVelocity', @(t,p,v) 2*p'*v + p(2)), ...
    'beside');
check_error ('geoms:check:acceleration', @() run ('constraintAcceleration', ...
    @(t,p,v) 2*(v'*v) + p(2)*v(1)), 'beside');
good = pendulum ('residual jac');
eom = good.functions.eom;
jac = good.functions.jac;
dims = struct ('np', 2, 'nl', 1);
wrong = @(t,x) eom (t, x) + [x(5); zeros(6, 1)];
check_error ('geoms:check:acceleration', @() geoms (geomssys ('dims', dims, 'eom', wrong), ...
    [0 1], [0; 0; 0; 1; 0]), 'beside');
wrong = @(t,x) jac (t, x) + [x(5), zeros(1, 4); zeros(6, 5)];
check_error ('geoms:check:jacobian', @() geoms (geomssys ('dims', dims, 'eom', eom, 'jac', ...
    wrong), [0 1], [0; 0; 0; 1; 0]), 'beside');
end

% gI = G v and its derivative are wrong, too, already at the start
function blame_the_jacobian ()
x0 = struct ('p', [1; 0]);
pairs = energy_pairs ();
run = @(name, fcn) geoms (replaced (pairs(1:end - 2), name, fcn), [0 1], x0);
check_error ('geoms:check:jacobian', @() run ('constraintJacobian', @(t,p) [2*p(1), -2*p(2)]), ...
    'constraintJacobian');
check_error ('geoms:check:jacobian', @() run ('constraintJacobian', ...
    @(t,p) [2*p(1) + p(2), 2*p(2)]), 'constraintJacobian');
end

% p'p = 1 and p'v = 0 have been used
function right_on_constraints ()
pairs = energy_pairs ();
pairs = pairs(1:end - 2);
sys = replaced (pairs, 'constraintAcceleration', @(t,p,v) 2*(v'*v)*(p'*p));
sol = geoms (sys, [0 0.1], struct ('p', [1; 0]));
check (strcmp (sol.info.status, 'ok'));
good = pendulum ('residual');
eom = good.functions.eom;
rda = @(t,x) eom (t, x) + [4 * x(1) * (x(4:5)'*x(4:5) - 1); zeros(6, 1)];
sol = geoms (geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', rda), [0 0.1], [0; 0; 0; 1; 0]);
check (strcmp (sol.info.status, 'ok'));
end

% rounding of p is that of g there
function right_levels_far_away ()
for a = [300, 1e5]
    given = {'mass', [1; 1], 'force', @(t,p,v) [0; -9.81], ...
        'constraint', @(t,p) (p(1) - a)^2 + p(2)^2 - 1, ...
        'constraintJacobian', @(t,p) 2 * [p(1) - a, p(2)], ...
        'constraintAcceleration', @(t,p,v) 2 * (v' * v), 'derive', 'off'};
    sol = check_warning ('', @() geoms (geomssys (given{:}), [0 2], struct ('p', [a + 1; 0])));
    check (sol.t(end) == 2, 'ends at %g', sol.t(end));
end
given = [given, {'constraintVelocity', @(t,p,v) 2.02 * [p(1) - a, p(2)] * v}];
check_error ('geoms:check:velocity', @() geoms (geomssys (given{:}), [0 2], ...
    struct ('p', [a; 1], 'v', [1; 0])));
end

function right_levels ()
[sys, x0] = skate ('plain');
for scale = [0.3 1 3]
    x = x0;
    x.p(1:2) = scale;
    x.v = scale * x.v;
    sol = geoms (sys, [0 1e-3], x);
    check (strcmp (sol.info.status, 'ok'), 'scale %g', scale);
end
% a function that is not defined beside the start
pairs = energy_pairs ();
sys = replaced (pairs, 'constraint', @(t,p) need_near (p, p'*p - 1));
sol = geoms (sys, [0 0.01], struct ('p', [1; 0]));
check (strcmp (sol.info.status, 'ok'));
end

function y = need_near (p, y)
if abs (p(1) - 1) > 0.05
    error ('user:far', 'too far');
end
end

function no_invariants ()
pairs = energy_pairs ();
run = @(fcn, x0) geoms (replaced (pairs, 'invariant', fcn), [0 1], x0);
for x0 = [struct('p', [1; 0], 'v', [0; 1]), struct('p', [1; 0], 'v', [0; 0])]
    check_error ('geoms:check:invariant', @() run (@(t,p,v) (v'*v)/2 + 9.7 * p(2), x0), 'Row 1');
    check_error ('geoms:check:invariant', @() run (@(t,p,v) [p'*p - 1; v(1)], x0), 'Row 2');
end
check_error ('geoms:check:invariant', @() geoms (geomssys ('dims', struct ('np', 1, 'ni', 1), ...
    'eom', @(t,x) [x(1)^2 + 2*x(2)^2 - 3; -x(2); x(1)]), [0 1], [1; 1]), 'Row 1');
sol = geoms (geomssys ('dims', struct ('np', 1, 'ni', 1), ...
    'eom', @(t,x) [x(1)^2 + x(2)^2 - 2; -x(2); x(1)]), [0 1], [1; 1]);
check (max (abs (sum (sol.y.^2, 1) - 2)) < 1e-13);
end

function multipliers ()
pairs = energy_pairs ();
x0 = struct ('p', [1; 0]);
check_error ('geoms:system:multipliers', @() geoms (replaced (pairs, 'constraintJacobian', ...
    @(t,p,z) 2*p' + 0.1 * z.lambda), [0 1], x0), 'constraintJacobian');
sys = replaced (pairs(1:end - 2), 'force', @(t,p,v,z) [0; -9.81] - 0.1 * abs (z.lambda) * v);
sol = geoms (sys, [0 1], x0);
check (strcmp (sol.info.status, 'ok'));
end

function not_finite ()
x0 = struct ('p', 0);
run = @(fcn) geoms (geomssys ('mass', 1, 'force', fcn), [0 1], x0);
check_error ('geoms:callback:finite', @() run (@(t,p,v) 1 ./ p), '''force'' returned Inf in row 1');
check_error ('geoms:callback:finite', @() run (@(t,p,v) p / 0), 'NaN');
check_error ('geoms:callback:finite', @() run (@(t,p,v) sqrt (p - 1)), 'complex');
pairs = energy_pairs ();
check_error ('geoms:callback:finite', @() geoms (replaced (pairs, 'constraintJacobian', ...
    @(t,p) [2*p(1), p(2)/0]), [0 1], struct ('p', [1; 0])), ...
    '''constraintJacobian'' returned NaN in row 1, column 2');
rda = @(t,x) [1; 2; 3; 4; 5; 6; 7] ./ [1; 1; 1; 0; 1; 1; 1];
check_error ('geoms:callback:finite', @() geoms (geomssys ('dims', struct ('np', 2, 'nl', 1), ...
    'eom', rda), [0 1], [0; 0; 0; 1; 0]), 'row 4 (fdyn(1))');
check_error ('geoms:callback:finite', @() geoms (geomssys ('mass', 1, 'model', @(t,p,v) ...
    struct ('f', 1/p)), [0 1], x0), 'model: f');
end

function incomplete ()
base = {'mass', 1, 'force', @(t,p,v) -p};
list = {'nonholonomic', @(t,p,v) v; 'nonholonomicJacobian', @(t,p) 1; ...
    'invariantGradient', @(t,p,v) [v p]};
for i = 1:size (list, 1)
    check_error ('geoms:system:missing', @() geomssys (base{:}, 'derive', 'off', list{i, :}));
end
check_error ('geoms:system:missing', @() geomssys (base{:}, 'dims', struct ('nr', 1)), 'dynamics');
check_error ('geoms:system:missing', @() geomssys (base{:}, 'dims', struct ('nl', 1)), ...
    '''constraint''');
check_error ('geoms:system:dims', @() geomssys (base{:}, 'dims', struct ('np', 1, 'nv', 2)), ...
    'kinematics');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'dynamics', @(t,p,v) v), '(t,p,v,z)');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'contact', @(t,p,v,z) v), '(t,p,z)');
check_error ('geoms:system:mixed', @() geomssys ('mass', 1, 'model', @(t,p,v) 1, 'dynamics', ...
    @(t,p,v,z) 1), 'dynamics');
check_error ('geoms:system:mixed', @() geomssys (base{:}, 'ivcond', @(t,x) 1), 'ivcond');
end

function last_argument ()
base = {'mass', 1};
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(t,p,v,q) -q * p), ...
    '''parameters''');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(t, p, v, params) -p), ...
    'params');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(t,p,v,z) -p, ...
    'parameters', 1), '@(t,p,v,z,q)');
geomssys (base{:}, 'force', @(t,p,v,z) -p);
geomssys (base{:}, 'force', @(t,p,v,k) -k * p, 'parameters', 1);
geomssys (base{:}, 'force', @(t,p,q) -p);
end

function too_large ()
watch = tic ();
force = @(t,p,v) -p;
check_error ('geoms:system:dims', @() geomssys ('mass', @(t,p) 1, 'force', force, ...
    'dims', struct ('np', 1e9)), '1000000');
check_error ('geoms:system:dims', @() geomssys ('eom', @(t,x) x, 'dims', struct ('np', 1e9)));
check_error ('geoms:system:dims', @() geomssys ('mass', ones (2e6, 1), 'force', force));
full_ones = geomssys ('mass', @(t,p) 1, 'force', force, 'derive', 'off', 'pattern', 'off');
check_error ('geoms:system:dims', @() geoms (full_ones, [0 1], struct ('p', zeros (3e4, 1))), '20000');
check (toc (watch) < 2);
end

function mass_is_named ()
check_error ('geoms:system:size', @() geomssys ('mass', eye (3), 'force', @(t,p,v) [0; -1]), ...
    '''mass''');
sys = geomssys ('mass', eye (3), 'force', @(t,p,v) -p);
check_error ('geoms:x0:size', @() geoms (sys, [0 1], struct ('p', [1; 0])), '''mass''');
sys = geomssys ('mass', @(t,p) eye (2), 'force', @(t,p,v) v, 'derive', 'off');
check_error ('geoms:x0:size', @() geoms (sys, [0 1], struct ('p', [1; 2; 3], 'v', [1; 2])), 'kinematics');
sys = geomssys ('mass', @(t,p) eye (3), 'force', @(t,p,v) -p);
check_error ('geoms:system:size', @() geoms (sys, [0 1], struct ('p', [1; 0])), '''mass''');
check_error ('geoms:system:size', @() geomssys ('mass', @(t,p) eye (3), 'force', @(t,p,v) -p, ...
    'dims', struct ('np', 2)), '''mass''');
end

function no_function ()
check_error ('geoms:system:type', @() geomssys ('mass', 1, 'force', 'no_such_function'), ...
    '''no_such_function''');
check_error ('geoms:system:type', @() geomssys ('mass', 1, 'force', ''), 'force');
end

% 1101 columns of a Jacobian of 1100 unknowns: of 16 MB at most, as many as fit
function batches ()
n = 550;
sizes = containers.Map ('KeyType', 'double', 'ValueType', 'double');
sys = geomssys ('dims', struct ('np', n), 'eom', @(t,x) seen (sizes, x, n), 'mass', eye (n), ...
    'vectorized', true);
sol = geoms (sys, [0 0.01], struct ('p', ones (n, 1)), 'Step', 0.01, 'Method', 'trapezoidal', ...
    'Residuals', 'off');
counts = cell2mat (sizes.keys ());
check (max (counts) * 2 * n <= 2 ^ 21 && max (counts) > 64, '%d points at once', max (counts));
check (max (abs (sol.p(:, end) - cos (0.01))) < 1e-8);
end

function y = seen (sizes, x, n)
sizes(size (x, 2)) = 1; %#ok<NASGU>
y = [-x(n + 1:end, :); x(1:n, :)];
end

% from every evaluator of functions, in the midst of a run
function own_errors ()
late = @(t, y) feval (@(ok) y, must_be_early (t));
names = {'mechanical', 'vectorized', 'varying mass', 'model'};
for i = 1:numel (names)
    sys = geomssys (pendulum (names{i}), 'derive', 'off');
    if isfield (sys.functions, 'model')
        plain = sys.functions.model;
        sys.functions.model = @(t,p,v) late (t, plain (t, p, v));
    else
        plain = sys.functions.force;
        sys.functions.force = @(t,p,v) late (t, plain (t, p, v));
    end
    check_error ('my:own:error', @() geoms (sys, [0 1], struct ('p', [1; 0])), 'it is late');
    sol = geomslast ();
    check (sol.t(end) > 0.2 && sol.t(end) <= 0.5, '%s: %g', names{i}, sol.t(end));
end
end

function ok = must_be_early (t)
ok = true;
if any (t > 0.5)
    error ('my:own:error', 'it is late');
end
end

%!test
%! [~, failed] = test_mechanical ();
%! assert (failed, 0);
