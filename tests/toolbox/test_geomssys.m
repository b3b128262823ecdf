function [passed, failed] = test_geomssys ()
%TEST_GEOMSSYS  Descriptions of systems, what is checked at once and what at the start.

cases = {
    'sizes are found by calling', @sizes
    'sizes that cannot be found yet are found at the start', @late_sizes
    'mass: matrix, diagonal, scalar, function', @masses
    'names in any case', @any_case
    'functions by name', @by_name
    'functions by a name that the toolbox has, too', @by_name_of_private
    'z and q: the arity decides', @arity
    'parameters can be changed, nothing else', @parameters
    'wrong sizes are named', @wrong_sizes
    'a function that fails at the trial point is no error yet', @fails_at_trial_point
    'vectorized functions that are not are found', @not_vectorized
    'vectorized: constant matrices', @constant_matrices
    'model: fields are checked', @model_fields
    'residual form: rda without gII is recognised', @reduced
    'wrong levels are found, with row and values', @wrong_levels
    'wrong levels in the residual form are found', @wrong_residual_levels
    'right levels are not refused', @right_levels
    'levels that become wrong along the run are told', @wrong_later
    'a quaternion model that is right for unit quaternions only', @unit_quaternions
    'a constraint that depends on t needs constraintVelocity', @rheonomic
    'names of unknowns are checked', @names
    'what is changed by hand is looked at again', @changed_by_hand};
[passed, failed] = geoms_suite ('geomssys', cases);

end

function sizes ()
sys = pendulum ('mechanical');
check (sys.dims.np == 2 && sys.dims.nv == 2 && sys.dims.nl == 1 && sys.dims.nr == 0);
check (isequal (sys.index.lambda, 1) && isequal (sys.index.v, 2:3) && isequal (sys.index.p, 4:5));
sys = pendulum ('residual');
check (sys.dims.nv == 2 && isequal (sys.index.p, 4:5) && isempty (sys.index.mu));
end

function late_sizes ()
sys = geomssys ('mass', @(t,p) eye (numel (p)), 'force', @(t,p,v) -p);
check (isnan (sys.dims.np) && isempty (sys.index));
sol = geoms (sys, [0 1], struct ('p', [1; 2; 3]));
check (isequal (sol.extdata.dims.np, 3) && isequal (sol.extdata.index.p, 4:6));
check_close (sol.p(:, end), [1; 2; 3] * cos (1), 9e-7);
sys = geomssys ('mass', @(t,p) eye (numel (p)), 'force', @(t,p,v) -p, 'dims', struct ('np', 2));
check (sys.dims.np == 2 && sys.dims.nl == 0);
end

function masses ()
for mass = {2, diag([2 2]), [2 2], [2; 2], @(t,p) 2 * eye(numel (p)), sparse(diag ([2 2]))}
    n = 2 - isequal (mass{1}, 2);
    sys = geomssys ('mass', mass{1}, 'force', @(t,p,v) -2 * p, 'dims', struct ('np', n));
    sol = geoms (sys, [0 1], struct ('p', ones (n, 1)), 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check_close (sol.p(:, end), cos (1) * ones (n, 1), 2e-8);
end
end

function any_case ()
sys = geomssys ('MASS', 1, 'Force', @(t,p,v) -p);
check (isfield (sys.functions, 'force'));
end

function by_name ()
sys = geomssys ('mass', 1, 'force', 'spring_of_test');
check_close (force_end (sys), cos (1), 6e-7);
end

% functions of the toolbox's own are not meant, whatever they are called
function by_name_of_private ()
folder = tempname ();
mkdir (folder);
restorer = onCleanup (@() without (folder));
file = fopen (fullfile (folder, 'sys_flow.m'), 'w');
fprintf (file, 'function f = sys_flow (t, p, v)\nf = -p;\nend\n');
fclose (file);
addpath (folder);
check_close (force_end (geomssys ('mass', 1, 'force', 'sys_flow')), cos (1), 6e-7);
check_error ('geoms:system:type', @() geomssys ('mass', 1, 'force', 'sys_rows'), 'spelling');
end

function without (folder)
rmpath (folder);
delete (fullfile (folder, 'sys_flow.m'));
rmdir (folder);
end

function p = force_end (sys)
sol = geoms (sys, [0 1], struct ('p', 1));
p = sol.p(end);
end

function arity ()
base = {'mass', 1};
check_close (force_end (geomssys (base{:}, 'force', @(t,p,v,z) -p - sum (z.lambda))), cos (1), ...
    1e-5);
check_close (force_end (geomssys (base{:}, 'force', @(t,p,v,q) -q*p, 'parameters', 1)), cos (1), ...
    1e-5);
check_close (force_end (geomssys (base{:}, 'force', @(t,p,v,z,q) -q.k*p, 'parameters', ...
    struct ('k', 1))), cos (1), 1e-5);
check_close (force_end (geomssys (base{:}, 'force', @(t,p,v) -p, 'parameters', 1)), cos (1), 6e-7);
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(t,p) -p), 'takes 2');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(t,p,v,z,q) -p), 'parameters');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(varargin) 1), 'varargin');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(t,p,v) -p, 'constraint', ...
    @(t,p,v) v(1)), 'a struct with r, w, s, lambda');
check_error ('geoms:system:arity', @() geomssys (base{:}, 'force', @(t,p,v,lambda) -p), 'z.lambda');
check_error ('geoms:system:arity', @() geomssys ('dims', struct ('np', 1), 'eom', @(t,x,q) x));
sys = geomssys ('dims', struct ('np', 1), 'eom', @(t,x,q) [-q*x(2); x(1)], 'parameters', 1);
sol = geoms (sys, [0 1], [0; 1]);
check_close (sol.p(end), cos (1), 6e-7);
end

function parameters ()
sys = geomssys ('mass', 1, 'force', @(t,p,v,q) -q^2*p, 'parameters', 1);
other = geomssys (sys, 'Parameters', 2);
check_close (force_end (sys), cos (1), 6e-7);
check_close (force_end (other), cos (2), 8e-7);
of_fields = geomssys ('mass', 1, 'force', @(t,p,v,q) -q.k * p, 'parameters', struct ('k', 1));
check_error ('geoms:system:parameters', @() geomssys (of_fields, 'parameters', struct ('c', 1)), '''k''');
check_error ('geoms:system:parameters', @() geomssys (of_fields, 'parameters', 1), 'a struct');
check_error ('geoms:system:type', @() geomssys ('mass', 1, 'force', str2func ('nowhere')), 'spelling');
check_error ('geoms:system:change', @() geomssys (sys, 'mass', 2));
check_error ('geoms:system:change', @() geomssys (geomssys ('mass', 1, 'force', @(t,p,v) p), ...
    'parameters', 2));
end

function wrong_sizes ()
bad = {
    'force', @(t,p,v) [1 2]
    'constraint', @(t,p) [1 2]
    'constraintJacobian', @(t,p) 2*p
    'constraintVelocity', @(t,p,v) v
    'constraintAcceleration', @(t,p,v) v};
for i = 1:size (bad, 1)
    pairs = pendulum_pairs ();
    at = find (strcmp (bad{i, 1}, pairs));
    if isempty (at)
        at = numel (pairs) + 1;
    end
    pairs(at:at + 1) = bad(i, :);
    text = check_error ('geoms:system:size', @() geomssys (pairs{:}), bad{i, 1});
    check (isempty (strfind (text, 'x 1 x 1')) && isempty (strfind (text, 'vectorized')), text);
end
% a vectorized matrix at one point is none with one page
check_error ('geoms:system:size', @() geoms (pendulum ('vectorized', 'kinematics', ...
    @(t,p) [1 2]), [0 1], struct ('p', [1; 0], 'v', [0; 0])), 'of size 1 x 2; it must return 2 x 2.');
check_error ('geoms:system:size', @() geomssys ('dims', struct ('np', 2, 'nl', 1), ...
    'eom', @(t,x) ones (9, 1)), '9 x 1');
check_error ('geoms:system:size', @() pendulum ('residual', 'jac', @(t,x) eye (5)), 'jac');
check_error ('geoms:system:size', @() geomssys ('dims', struct ('np', 2), 'mass', 1, ...
    'eom', @(t,x) x), '1 x 1');
check_error ('geoms:system:size', @() geomssys ('mass', ones (2, 3), 'force', @(t,p,v) p));
check_error ('geoms:system:type', @() geomssys ('mass', 1, 'force', @(t,p,v) single (p)), 'single');
end

function pairs = pendulum_pairs ()
pairs = {'mass', eye(2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v)};
end

function fails_at_trial_point ()
table = [1 2 3];
sys = geomssys ('mass', 1, 'force', @(t,p,v) -table(round (p)));
check_error_of_any_kind (@() geoms (sys, [0 1], struct ('p', 0)));
sol = geoms (sys, [0 0.1], struct ('p', 2));
check_close (sol.p(end), 2 - 0.01, 1e-12);
end

function check_error_of_any_kind (fcn)
try
    fcn ();
catch e
    check (~strncmp (e.identifier, 'geoms:', 6));
    return
end
error ('geoms:test:error', 'No error was raised.');
end

function not_vectorized ()
check_error ('geoms:system:size', @() geomssys ('mass', 1, 'force', @(t,p,v) -p(1), ...
    'vectorized', true), 'force');
check_error ('geoms:system:vectorized', @() geomssys ('mass', [1 1], ...
    'force', @(t,p,v) -p * sum (p(:)), 'vectorized', true), 'force');
text = check_error ('geoms:system:size', @() geomssys ('mass', 1, 'force', @(t,p,v) -p(1), ...
    'vectorized', true), 'With ''vectorized'' it is called');
check (isempty (strfind (text, 'x 1 x 1')), text);
check_error ('geoms:system:vectorized', @() geomssys ('mass', [1 1], ...
    'force', @(t,p,v) -[p(1); p(2)] * p(:)' * [1; 1], 'vectorized', true), 'fails for two points');
check_error ('geoms:system:size', @() pendulum ('vectorized', 'dims', struct ('nl', 2)));
% a model whose constraint is nothing but rounding where it starts, in one product or in several
G = sin ((1:2)' * (1:4) * 1.7);
model = @(G) @(t,p,v) struct ('f', -p, 'g', G * p, 'G', G, 'gIIpart', zeros (2, numel (t)));
for i = 1:10
    p = null (G) * [cos(i); sin(i)];
    sol = geoms (geomssys ('mass', eye (4), 'model', model (G), 'vectorized', true), [0 0.1], ...
        struct ('p', p));
    check_close (sol.p(:, end), p * cos (0.1), 3e-11);
end
mixed = @(t,p,v) struct ('f', -p, 'g', G * sum (p, 2) * ones (1, numel (t)), 'G', G, 'gIIpart', ...
    zeros (2, numel (t)));
check_error ('geoms:system:vectorized', @() geoms (geomssys ('mass', eye (4), 'model', mixed, ...
    'vectorized', true), [0 0.1], struct ('p', p)), 'model: g');
end

function constant_matrices ()
sys = geomssys ('mass', @(t,p) 2 * eye (2), 'force', @(t,p,v) [-p(1,:); 0*t - 1], ...
    'constraint', @(t,p) p(2,:), 'constraintJacobian', @(t,p) [0 1], ...
    'constraintAcceleration', @(t,p,v) 0*t, 'vectorized', true);
sol = geoms (sys, [0 1], struct ('p', [1; 0]), 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (sol.y(:, end), [-1; -sqrt(0.5) * sin(sqrt (0.5)); 0; cos(sqrt (0.5)); 0], 3e-8);
end

function model_fields ()
make = @(varargin) geomssys ('mass', 1, 'model', @(t,p,v) struct (varargin{:}), 'derive', 'off');
check_error ('geoms:system:missing', @() make ('g', 1), '''f''');
check_error ('geoms:system:missing', @() make ('f', 1, 'g', 1), '''G''');
sys = make ('f', 1, 'g', 1, 'G', 1);
check (sys.reduced);
sys = make ('f', 1, 'g', 1, 'G', 1, 'gIIpart', 1);
check (~sys.reduced);
check_error ('geoms:system:name', @() make ('f', 1, 'gII', 1), '''gII''');
check_error ('geoms:system:size', @() make ('f', [1 2]), 'model: f');
check_error ('geoms:system:type', @() geomssys ('mass', 1, 'model', @(t,p,v) 1));
check_error ('geoms:system:mixed', @() geomssys ('mass', 1, 'model', @(t,p,v) 1, ...
    'force', @(t,p,v) 1), 'force');
check_error ('geoms:system:missing', @() geomssys ('mass', 1, 'model', @(t,p,v,z) struct ('f', ...
    p)), ...
    'dims');
end

function reduced ()
check (pendulum_field ('reduced'));
check (~pendulum_field ('residual'));
check_error ('geoms:system:reduced', @() geoms (pendulum ('reduced'), [0 1], [0; 0; 0; 1; 0]), ...
    'psi1');
end

function yes = pendulum_field (form)
sys = pendulum (form);
yes = sys.reduced;
end

function wrong_levels ()
x0 = struct ('p', [0.6; -0.8]);
run = @(name, fcn) geoms (replaced (name, fcn), [0 1], x0);
check_error ('geoms:check:jacobian', @() run ('constraintJacobian', @(t,p) p'), 'row 1');
check_error ('geoms:check:jacobian', @() run ('constraintJacobian', @(t,p) 2.01 * p'));
check_error ('geoms:check:velocity', @() run ('constraintVelocity', @(t,p,v) p'*v), ...
    'constraintVelocity');
check_error ('geoms:check:velocity', @() run ('constraintVelocity', @(t,p,v) 2*p'*v + 0.1));
check_error ('geoms:check:acceleration', @() run ('constraintAcceleration', @(t,p,v) v'*v), ...
    'constraintAcceleration');
check_error ('geoms:check:acceleration', @() run ('constraintAcceleration', ...
    @(t,p,v) 2*v'*v + 2*p'*[0; -9.81]));
end

function sys = replaced (name, fcn)
pairs = pendulum_pairs ();
at = find (strcmp (name, pairs));
if isempty (at)
    at = numel (pairs) + 1;
end
pairs(at:at + 1) = {name, fcn};
sys = geomssys (pairs{:});
end

function wrong_residual_levels ()
x0 = [0; 0; 0; 1; 0];
good = pendulum ('residual');
eom = good.functions.eom;
scaled = @(row) geomssys ('dims', struct ('np', 2, 'nl', 1), ...
    'eom', @(t,x) eom (t, x) .* (1 + 0.01 * ((1:7)' == row)));
check_error ('geoms:check:acceleration', @() geoms (scaled (1), [0 1], x0), 'gII');
check_error ('geoms:check:velocity', @() geoms (scaled (2), [0 1], x0), 'gI');
jac = pendulum ('residual jac');
jac = jac.functions.jac;
check_error ('geoms:check:jacobian', @() geoms (pendulum ('residual', 'jac', @(t,x) -jac (t, ...
    x)), ...
    [0 1], x0), 'JAC');
end

function right_levels ()
for form = {'mechanical', 'velocity', 'varying mass', 'vectorized', 'model', 'residual', ...
        'residual batch', 'residual jac'}
    sol = geoms (pendulum (form{1}), [0 0.1], struct ('p', [1; 0]));
    check (strcmp (sol.info.status, 'ok'), '%s', form{1});
end
for scale = [1e-6, 1e6]
    sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -scale], ...
        'constraint', @(t,p) p'*p - scale^2, 'constraintJacobian', @(t,p) 2*p', ...
        'constraintAcceleration', @(t,p,v) 2*(v'*v));
    sol = geoms (sys, [0 1], struct ('p', [scale; 0]), 'AbsTol', 1e-6 * scale);
    check (strcmp (sol.info.status, 'ok'), 'scale %g', scale);
end
end

% in geoms and geomsextend; in the mechanical and the residual form
function wrong_later ()
x0 = struct ('p', [1; 0]);
later = @(t) 0.1 * max (0, t - 0.4);
sys = pendulum ('vectorized', 'names', struct ('lambda', {{'rod'}}), 'derive', 'off');
spoiled = @(name, fcn) setfield (sys, 'functions', setfield (sys.functions, name, fcn)); %#ok<SFLD>
cases = {
    'acceleration', spoiled('constraintAcceleration', @(t,p,v) 2 * sum (v.^2, 1) + later (t))
    'jacobian', spoiled('constraintJacobian', @(t,p) reshape (2*p .* [1 + later(t); 1 + 0*t], 1, 2, []))
    'velocity', pendulum('velocity', 'names', sys.names, 'derive', 'off')};
cases{3, 2}.functions.constraintVelocity = @(t,p,v) 2*p'*v + later (t);
for i = 1:3
    identifier = ['geoms:levels:', cases{i, 1}];
    sol = check_warning (identifier, @() geoms (cases{i, 2}, [0 2], x0));
    check (~isempty (strfind (sol.info.levels, 'row 1 ''rod''')), sol.info.levels);
    check (~isempty (regexp (sol.info.levels, 'at t = [0-2]')));
    half = check_warning ('', @() geoms (cases{i, 2}, [0 0.3], x0));
    check (isempty (half.info.levels));
    check_warning (identifier, @() geomsextend (half, cases{i, 2}, 2));
    check_warning (identifier, @() geoms (cases{i, 2}, [0 1 2], x0, 'Dense', 'off'));
end
residual = pendulum ('residual');
eom = residual.functions.eom;
residual.functions.eom = @(t,x) eom (t, x) + [later(t); zeros(6, 1)];
check_warning ('geoms:levels:acceleration', @() geoms (residual, [0 2], x0));
end

% a body on a ball joint; R, and G by way of the angular velocity, need |q| = 1
function unit_quaternions ()
cross_with = @(a) [0 -a(3) a(2); a(3) 0 -a(1); -a(2) a(1) 0];
R = @(q) (2*q(1)^2 - 1) * eye (3) + 2*q(2:4)*q(2:4)' + 2*q(1)*cross_with (q(2:4));
E = @(q) [-q(2:4)'; q(1)*eye(3) + cross_with(q(2:4))];
s = [0.3; 0.2; -1];
I = diag ([1 2 3]);
make = @(factor) geomssys ('mass', blkdiag (2*eye (3), I), ...
    'force', @(t,p,v) [0; 0; -19.62; -cross(v(4:6), I*v(4:6))], ...
    'kinematics', @(t,p) [eye(3), zeros(3); zeros(4, 3), E(p(4:7))/2], ...
    'constraint', @(t,p) p(1:3) + R (p(4:7)) * s, ...
    'constraintJacobian', @(t,p) [eye(3), -factor*R(p(4:7))*cross_with(s)*E(p(4:7))'], ...
    'constraintAcceleration', @(t,p,v) R (p(4:7)) * cross (v(4:6), cross (v(4:6), s)), ...
    'invariant', @(t,p,v) p(4:7)'*p(4:7) - 1);
q = [0.9; 0.1; 0.3; 0.2] / norm ([0.9; 0.1; 0.3; 0.2]);
x0 = struct ('p', [-R(q)*s; q], 'v', [-R(q)*cross([1; 2; 3], s); 1; 2; 3]);
sol = check_warning ('', @() geoms (make (2), [0 1], x0));
check (strcmp (sol.info.status, 'ok') && max (sol.residual.relative(:)) < 1e-12);
check_error ('geoms:check:jacobian', @() geoms (make (1), [0 1], x0));
end

function rheonomic ()
pairs = {'mass', eye(2), 'force', @(t,p,v) [0; -1], 'constraint', @(t,p) p(2) - sin(t), ...
    'constraintJacobian', @(t,p) [0 1], 'constraintAcceleration', @(t,p,v) sin(t)};
x0 = struct ('p', [1; 0], 'v', [0; 1]);
check_error ('geoms:system:rheonomic', @() geoms (geomssys (pairs{:}, 'derive', 'off'), [0 1], x0), ...
    'constraintVelocity');
sys = geomssys (pairs{:}, 'constraintVelocity', @(t,p,v) v(2) - cos(t));
sol = geoms (sys, [0 2], x0);
check_close (sol.p(2, :), sin (sol.t), 1e-12);
check_close (sol.lambda, sin (sol.t) - 1, 1e-12);
end

function names ()
sys = pendulum ('mechanical', 'names', struct ('p', {{'x', 'y'}}));
check (isequal (sys.names.p, {'x', 'y'}));
check_error ('geoms:system:names', @() pendulum ('mechanical', 'names', struct ('p', {'x', 'y'})), '{{');
check_error ('geoms:system:size', @() geomssys ('mass', [1; 1], 'force', @(t,p,v) -p, 'constraint', ...
    @(t,p) [p(1), p(2)], 'dims', struct ('np', 2)), 'write a column');
check_error ('geoms:system:names', @() pendulum ('mechanical', 'names', struct ('p', {{'x'}})), ...
    '2');
check_error ('geoms:system:names', @() pendulum ('mechanical', 'names', struct ('lamda', ...
    {{'x'}})), ...
    'lambda');
check_error ('geoms:system:type', @() pendulum ('mechanical', 'names', {'x', 'y'}));
end

% whatever it is: sys.mark no longer fits
function changed_by_hand ()
x0 = struct ('p', [1; 0]);
sys = pendulum ('mechanical', 'names', struct ('p', {{'x', 'y'}}));
arm = geomssys (geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [1 0]));
places = {{'dims', 'np'}, 'two'; {'index', 'p'}, 2:3; {'mass'}, [1 2; NaN 1]; {'vectorized'}, 1
    {'terms'}, {'no'}; {'derive', 'wanted'}, 'maybe'; {'extra', 'force'}, [true, false]
    {'functions', 'force'}, @(t, p) [0; 0]; {'functions', 'force'}, 'sin'; {'form'}, 'residual'
    {'symbol'}, 1; {'reduced'}, true; {'type'}, 'geoms'};
for i = 1:size (places, 1)
    other = setfield (sys, places{i, 1}{:}, places{i, 2});
    check_error ('geoms:system:sys', @() geoms (other, [0 1], x0));
end
bodies = arm.tree.bodies;
bodies(29, 1) = 7;
check_error ('geoms:system:sys', @() geoms (setfield (arm, 'tree', 'bodies', bodies), [0 1]));

% what fits is taken, with a mark that does not and without one
other = setfield (sys, 'names', 'p', {'a', 'b'});
check (strcmp (getfield (geoms (other, [0 1], x0), 'info', 'status'), 'ok'));
check (strcmp (getfield (geoms (rmfield (sys, 'mark'), [0 1], x0), 'info', 'status'), 'ok'));
again = geomssys (sys, 'derive', 'off');
check (~isequal (again.mark, sys.mark));
end

%!test
%! [~, failed] = test_geomssys ();
%! assert (failed, 0);
