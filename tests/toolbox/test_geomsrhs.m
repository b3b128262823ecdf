function [passed, failed] = test_geomsrhs ()
%TEST_GEOMSRHS  Right-hand sides for other solvers.

cases = {
    'all kinds along the exact motion of a pendulum', @exact
    'the partitions off the constraints: at the nearest velocities', @off_constraints
    'moving and nonholonomic constraints, quaternions, a force element', @general
    'residual form, model, vectorized, parameters, a model in C', @forms
    'redundant constraints: partition-svd, multipliers of minimum norm', @redundant
    'Independent chooses, and else each state has its own', @independent
    'ode45 is as good as geoms', @with_ode45
    'ode15s with the mass matrix', @with_ode15s
    'ode15i with residual and slope', @with_ode15i
    'pack moves onto the constraints, unpack finds the multipliers', @pack_unpack
    'several columns, and columns that cannot be evaluated', @many
    'numbers of other types', @other_types
    'sizes are found by calling', @sizes
    'saved and read', @saved
    'a right-hand side calls another one', @nested
    'an error of a user function comes back unchanged', @user_error
    'wrong calls are refused', @refused
    'systems without such a form are refused', @no_form};
[passed, failed] = geoms_suite ('geomsrhs', cases);

end

function list = odes ()
list = {'partition-svd', 'partition-qr', 'partition-fixed', 'partition-full'};
end

function list = kinds ()
list = [odes(), {'index1-explicit', 'index1-implicit'}];
end

% y of geomsrhs from its parts
function y = composed (index, part)
names = fieldnames (index);
y = zeros (0, 1);
for i = 1:numel (names)
    if ~isempty (index.(names{i}))
        y(index.(names{i}), 1) = part.(names{i});
    end
end
end

% what M a + C' l = f, C a + b'' = 0 says by itself
function [a, l] = solved (M, C, f, b2)
x = [M, C'; C, zeros(size (C, 1))] \ [f; -b2];
a = x(1:numel (f));
l = x(numel (f) + 1:end);
end

% ---- values ----

function exact ()
g = 13.750371636040745655;
for t = 0.1:0.3:2
    x = pendulum_exact (t);
    part = struct ('lambda', x(1), 'mu', [], 'v', x(2:3), 'p', x(4:5), 'r', []);
    part.a = [0; -g] - 2 * part.p * part.lambda;
    for kind = kinds ()
        [f, ode] = geomsrhs (pendulum ('mechanical'), kind{1});
        y = composed (ode.index, part);
        yp = f (t, y);
        check_close (yp(1:4), [part.v; part.a], 1e-12);
        check_close (yp(5:end), zeros (numel (y) - 4, 1), 1e-12);
        s = ode.unpack (y, t);
        check_close ([s.lambda; s.v; s.p], x, 1e-12);
        check (isempty (s.r) && isempty (s.mu));
        check_close (ode.residual (t, y, ode.slope (t, y)), zeros (numel (y), 1), 1e-12);
        check_close (ode.residual (t, y, 0 * y), -f (t, y), 0);
    end
end
end

% rows of lambda and a of the index-1 forms where nothing is 0; v* = v - C^- (C v + b') of others, with
% forces at v, of fixed choices at v*
function off_constraints ()
[sys, at] = tilted ();
p = [0.9; -0.3; 0.2];
v = [0.4; 1.1; -0.7];
t = 0.3;
[M, f, C, b1, b2] = at (t, p, v);
e = geomsrhs (sys, 'partition-full');
[a, l] = solved (M, C, f, b2);
check_close (e (t, [p; v]), [v; a], 1e-12);
same = geomsrhs (sys, 'uode');
check (isequal (same (t, [p; v]), e (t, [p; v])));

part = struct ('p', p, 'v', v, 'r', [], 'a', [0.3; 0.1; -2], 'lambda', [1.5; -0.5], 'mu', []);
[e, ode] = geomsrhs (sys, 'index1-explicit');
a = M \ (f - C' * part.lambda);
check_close (e (t, composed (ode.index, part)), [v; a; C*a + b2], 1e-12);
[e, ode] = geomsrhs (sys, 'index1-implicit');
check_close (e (t, composed (ode.index, part)), [v; part.a; f - C'*part.lambda - M*part.a; ...
    C*part.a + b2], 1e-12);

nearest = v - C' * ((C * C') \ (C * v + b1));
fixed = v;
fixed(2:3) = -C(:, 2:3) \ (b1 + C(:, 1) * v(1));
list = {'partition-svd', nearest, v, {}; 'partition-qr', nearest, v, {}
    'partition-fixed', fixed, fixed, {'Independent', 1}};
for i = 1:3
    [~, f, ~, ~, b2] = at (t, p, list{i, 3});
    [a, l] = solved (M, C, f, b2);
    [e, ode] = geomsrhs (sys, list{i, 1}, list{i, 4}{:});
    check_close (e (t, [p; v]), [list{i, 2}; a], 1e-12);
    s = ode.unpack ([p; v], t);
    check_close (s.lambda, l, 1e-12);
    check (isequal (s.v, v));
end
end

% two constraints that depend on t, a force that depends on v; and M, f, C, b', b'' by hand
function [sys, at] = tilted ()
mass = @(t,p) [2, 0.1*p(1), 0; 0.1*p(1), 1, 0.3; 0, 0.3, 3 + p(2)^2];
force = @(t,p,v) [sin(t) - v(2)*v(3); v(1)^2 - p(2); v(1)*v(2)];
jacobian = @(t,p) [2*p(1), 2*p(2), 2*p(3); 1, -1, cos(t)];
bend = @(t,p,v) [2*(v'*v) - 2; -2*sin(t)*v(3) - cos(t)*p(3)];
sys = geomssys ('mass', mass, 'force', force, ...
    'constraint', @(t,p) [p'*p - 1 - t^2; p(1) - p(2) + cos(t)*p(3)], ...
    'constraintJacobian', jacobian, ...
    'constraintVelocity', @(t,p,v) jacobian (t, p) * v + [-2*t; -sin(t)*p(3)], ...
    'constraintAcceleration', bend, 'dims', struct ('np', 3));
at = @(t, p, v) deal (mass (t, p), force (t, p, v), jacobian (t, p), [-2*t; -sin(t)*p(3)], ...
    bend (t, p, v));
end

% p = (x, y, C, S), v = (u, n, omega): a knife edge that is pushed by a filter r, its distance from
% a moving line given
function general ()
Z = @(p) [p(3), -p(4), 0; p(4), p(3), 0; 0, 0, -p(4); 0, 0, p(3)];
sys = geomssys ('mass', [2 2 0.5], 'kinematics', @(t,p) Z(p), ...
    'force', @(t,p,v,z) [2*v(2)*v(3) + z.r(1); -2*v(1)*v(3); -0.1*v(3)], ...
    'constraint', @(t,p) p(2) - 0.2*t, 'constraintJacobian', @(t,p) [0 1 0 0], ...
    'constraintVelocity', @(t,p,v) p(4)*v(1) + p(3)*v(2) - 0.2, ...
    'constraintAcceleration', @(t,p,v) (p(3)*v(1) - p(4)*v(2))*v(3), ...
    'nonholonomic', @(t,p,v) v(2), 'nonholonomicJacobian', ...
    @(t,p) [-p(4), p(3), 0, 0] / (p(3)^2 + p(4)^2), ...
    'nonholonomicAcceleration', @(t,p,v) 0, 'dynamics', @(t,p,v,z) [v(1) - z.r(1); z.r(1)], ...
    'dims', struct ('np', 4, 'nr', 2));
p = [0.3; 0.1; cos(0.5); sin(0.5)];
r = [0.7; -0.2];
u = 0.2 / p(4);
v = [u; 0; 0.8];
t = 0.5;
C = [p(4), p(3), 0; 0, 1, 0];
[a, l] = solved (diag ([2 2 0.5]), C, [2*v(2)*v(3) + r(1); -2*v(1)*v(3); -0.1*v(3)], ...
    [(p(3)*v(1) - p(4)*v(2))*v(3); 0]);
part = struct ('p', p, 'v', v, 'r', r, 'a', a, 'lambda', l(1), 'mu', l(2));
yp = [Z(p) * v; a; u - r(1); r(1)];
for kind = kinds ()
    [f, ode] = geomsrhs (sys, kind{1});
    y = composed (ode.index, part);
    check_close (f (t, y), [yp; zeros(numel (y) - 9, 1)], 1e-13);
    s = ode.unpack (y, t);
    check_close ([s.p; s.v; s.r; s.lambda; s.mu], [p; v; r; l], 1e-13);
    packed = ode.pack (struct ('p', p, 'v', v, 'r', r), t);
    check_close (packed, y, 1e-12);
end
end

function forms ()
x = pendulum_exact (0.7);
y = [x(4:5); x(2:3)];
reference = geomsrhs (pendulum ('mechanical'), 'partition-qr');
reference = reference (0, y);
g = 13.750371636040745655;
q = @(t,p,v,q) [0; -q];
with_parameters = geomssys ('mass', @(t,p,q) eye (2), 'force', q, 'parameters', g, ...
    'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', ...
    'constraintAcceleration', @(t,p,v) 2*(v'*v));
systems = {pendulum('velocity'), pendulum('varying mass'), pendulum('vectorized'), ...
    pendulum('model'), pendulum('residual'), pendulum('residual batch'), ...
    pendulum('residual jac'), with_parameters};
if has_sources ()
    folder = fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'native');
    addpath (folder);
    cleaner = onCleanup (@() rmpath (folder));
    systems{end + 1} = geomssys ('library', build (), 'symbol', 'pendulum', 'parameters', [1 g]);
else
    fprintf ('skip geomsrhs: no C sources here to compile\n');
end
for i = 1:numel (systems)
    for kind = odes ()
        [f, ode] = geomsrhs (systems{i}, kind{1});
        check_close (f (0, y), reference, 1e-12);
        s = ode.unpack (y, 0);
        check_close (s.lambda, x(1), 1e-12);
    end
    [f, ode] = geomsrhs (systems{i}, 'index1-explicit');
    check_close (f (0, [y; 3]), [x(2:3); -6*x(4); -g - 6*x(5); ...
        2*(x(2:3)'*x(2:3)) - 2*g*x(5) - 12], 1e-12);
    check_close (ode.pack (struct ('p', y(1:2), 'v', y(3:4))), [y; x(1)], 1e-11);
end
end

% the constraint of a pendulum, and twice it
function redundant ()
x = pendulum_exact (0.7);
y = [x(4:5); x(2:3)];
twice = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -13.750371636040745655], ...
    'constraint', @(t,p) [1; 2] * (p'*p - 1), 'constraintJacobian', @(t,p) [2; 4] * p', ...
    'constraintAcceleration', @(t,p,v) [2; 4] * (v'*v));
[f, ode] = geomsrhs (twice, 'partition-svd');
once = geomsrhs (pendulum ('mechanical'), 'partition-svd');
check_close (f (0, y), once (0, y), 1e-13);
s = ode.unpack (y, 0);
check_close (s.lambda, [1; 2] * x(1) / 5, 1e-13);
for kind = {'partition-qr', 'partition-fixed', 'uode'}
    f = geomsrhs (twice, kind{1});
    check_error ('geoms:partition:rank', @() f (0, y), 'depend on each other');
end
end

function independent ()
sys = pendulum ('mechanical');
v = [0.3; 0.5];
first = geomsrhs (sys, 'partition-fixed', 'Independent', 1);
second = geomsrhs (sys, 'partition-fixed', geomsset ('Independent', 2));
both = [first(0, [0.6; 0.8; v]), second(0, [0.6; 0.8; v])];
check_close (both(1:2, :), [0.3, -0.5*4/3; -0.3*3/4, 0.5], 1e-15);
own = geomsrhs (sys, 'partition-fixed');
check_close (own (0, [0.6; 0.8; v]), both(:, 1), 1e-15);
yp = own (0, [0.8; 0.6; v]);
check_close (yp(2), 0.5, 1e-15);
check_error ('geoms:partition:singular', @() first (0, [1; 0; 0; 1]), 'v(1)');
check (all (isfinite (own (0, [1; 0; 0; 1]))));
loose = geomsrhs (sys, 'partition-fixed', 'Independent', 1, 'RankTol', 0.5);
check_error ('geoms:partition:singular', @() loose (0, [0.999; 1e-3; 0; 1]));
end

% ---- solvers ----

function with_ode45 ()
sys = quick_model ('pendulum');
x0 = struct ('p', [1; 0]);
reference = pendulum_exact (2);
for kind = {'partition-svd', 'partition-qr', 'uode'}
    for tol = [1e-5 1e-8]
        both = with_both (sys, [0 2], x0, kind(1), tol);
        compare (kind{1}, tol, both - reference([4 5 2 3], [1 1]), 300);
    end
end
% x of a slider crank would pass its dead centres
[sys, x0] = quick_model ('slidercrank');
reference = with_both (sys, [0 1], x0, {'partition-svd'}, 1e-11);
for tol = [1e-5 1e-8]
    both = with_both (sys, [0 1], x0, {'partition-fixed', 'Independent', 3}, tol);
    compare ('partition-fixed', tol, both - reference(:, [1 1]), 300);
end
[f, ode] = geomsrhs (quick_model ('pendulum'), 'partition-fixed');
[t, y] = ode45 (f, [0 2], ode.pack (struct ('p', [1; 0])), odeset ('RelTol', 1e-9, 'AbsTol', 1e-9));
s = ode.unpack (y.', t);
check_close ([s.lambda; s.v; s.p], pendulum_exact (t.'), 3e-6);
end

% [p; v] at the end, of ode45 and of geoms
function both = with_both (sys, tspan, x0, kind, tol)
[f, ode] = geomsrhs (sys, kind{:});
[~, y] = ode45 (f, tspan, ode.pack (x0), odeset (ode.options, 'RelTol', tol, 'AbsTol', tol));
sol = geoms (sys, tspan, x0, 'Formulation', kind{:}, 'RelTol', tol, 'AbsTol', tol);
both = [y(end, :)', [sol.p(:, end); sol.v(:, end)]];
end

function compare (kind, tol, differences, most)
errors = sqrt (sum (differences.^2, 1));
check (all (errors < most * tol) && abs (log (errors(1) / errors(2))) < log (30), ...
    '%s at %g: errors %g of ode45, %g of geoms', kind, tol, errors);
end

function with_ode15s ()
if ~can_solve (@() ode15s (@(t, y) -y, [0 1], 1))
    fprintf ('skip geomsrhs: ode15s does not run here\n');
    return
end
reference = pendulum_exact (1.5);
x = [reference([4 5 2 3]); reference(1)];
[f, ode] = geomsrhs (quick_model ('pendulum'), 'index1-explicit');
check (isequal (full (ode.options.Mass), diag ([1 1 1 1 0])));
y0 = ode.pack (struct ('p', [1; 0]));
for tol = [1e-5 1e-7]
    opts = odeset (ode.options, 'RelTol', tol, 'AbsTol', tol, 'InitialSlope', ode.slope (0, y0));
    [~, y] = ode15s (f, [0 1.5], y0, opts);
    check_close (y(end, :)', x, 3000 * tol);
end
end

function with_ode15i ()
if ~can_solve (@() ode15i (@(t, y, yp) yp + y, [0 1], 1, -1))
    fprintf ('skip geomsrhs: ode15i does not run here\n');
    return
end
reference = pendulum_exact (1.5);
for kind = {'index1-explicit', 'index1-implicit'}
    [~, ode] = geomsrhs (quick_model ('pendulum'), kind{1});
    y0 = ode.pack (struct ('p', [1; 0]));
    for tol = [1e-5 1e-7]
        [t, y] = ode15i (ode.residual, [0 1.5], y0, ode.slope (0, y0), odeset ('RelTol', tol, ...
            'AbsTol', tol));
        s = ode.unpack (y.', t);
        check_close ([s.lambda(end); s.v(:, end); s.p(:, end)], reference, 3000 * tol);
    end
end
end

function yes = can_solve (solver)
yes = true;
try
    [t, y] = solver (); %#ok<ASGLU>
catch e %#ok<NASGU>
    yes = false;
end
end

% ---- pack, unpack, columns ----

function pack_unpack ()
sys = pendulum ('mechanical');
guess = struct ('p', [0.5; -0.9], 'v', [1; 0]);
x0 = geomsinit (sys, 0, guess);
for kind = kinds ()
    [f, ode] = geomsrhs (sys, kind{1});
    y = ode.pack (guess);
    s = ode.unpack (y, 0);
    check_close ([s.p; s.v; s.lambda], [x0.p; x0.v; x0.lambda], 1e-12);
    check_close (s.p' * s.p, 1, 1e-14);
    check_close (s.p' * s.v, 0, 1e-14);
    yp = f (0, y);
    check_close (ode.slope (0, y), [yp(1:4); zeros(numel (y) - 4, 1)], 0);
    check_close (yp(5:end), zeros (numel (y) - 4, 1), 1e-12);
    plain = ode.unpack (y);
    known = strncmp (kind{1}, 'index1', 6);
    check (isequal (plain.p, s.p) && isequal (size (plain.lambda), [known, 1]));
    index = ode.index;
    check (isequal ([index.p, index.v, index.r, index.a, index.lambda, index.mu], 1:numel (y)));
    check (isempty (setxor (fieldnames (odeset ()), fieldnames (ode.options))));
    check (isempty (ode.options.Mass) || known);
end
[~, ode] = geomsrhs (tilted (), 'partition-svd');
y = ode.pack (struct ('p', [1; 1; 0]), 2);
check_close (y(1:3)' * y(1:3), 5, 1e-13);        % at the time 2
check_close (2 * y(1:3)' * y(4:6), 4, 1e-13);
end

function many ()
for kind = kinds ()
    [f, ode] = geomsrhs (tilted (), kind{1});
    y = [ode.pack(struct ('p', [1; 0; 0])), ode.pack(struct ('p', [0; 1; 0.2], 'v', [1; 2; 3]), 1)];
    y = [y, y(:, 2)];
    t = [0 1 0.5];
    all_of_them = f (t, y);
    s = ode.unpack (y, t);
    for i = 1:3
        check (isequal (all_of_them(:, i), f (t(i), y(:, i))));
        alone = ode.unpack (y(:, i), t(i));
        check (isequal (s.lambda(:, i), alone.lambda));
    end
    check (isequal (f (t(3), y(:, [3 3])), all_of_them(:, [3 3])));
    check (isequal (size (f (0, y(:, []))), [size(y, 1), 0]));
    y(2, 2) = NaN;
    some = f (t, y);
    check (all (isnan (some(:, 2))) && isequal (some(:, [1 3]), all_of_them(:, [1 3])));
    check (all (isnan (f (Inf, y(:, 1)))));
end
root = geomsrhs (geomssys ('mass', 1, 'force', @(t,p,v) log (p)), 'uode');
found = root (0, [1 -1 2; 0 0 0]);
check (all (isnan (found(:, 2))) && isequal (found(:, [1 3]), [0 0; 0 log(2)]));
end

function other_types ()
f = geomsrhs (pendulum ('mechanical'), 'partition-svd');
y = [0.5; 0; 0; 2];
yp = f (1, y);
check (isequal (f (single (1), single (y)), yp) && isequal (f (int8 (1), sparse (y)), yp));
check (isa (f (single (1), single (y)), 'double'));
end

% mass and everything else as functions; with kinematics
function sizes ()
[f, ode] = geomsrhs (tilted (), 'uode');
check (numel (f (0, (1:6)')) == 6 && isequal (ode.index.v, 4:6));
sys = geomssys ('mass', @(t,p) [1 0 0; 0 1 0; 0 0 1], 'force', @(t,p,v) -v - p(1:3), 'kinematics', ...
    @(t,p) [eye(3); p(4), 0, 0]);
[~, ode] = geomsrhs (sys, 'uode');
check (numel (ode.index.p) == 4 && numel (ode.index.v) == 3);
[~, ode] = geomsrhs (pendulum ('model'), 'index1-implicit');
check (isequal (ode.index.lambda, 7));
any_size = {'mass', @(t,p) eye(numel (p)), 'force', @(t,p,v) -p};
check_error ('geoms:rhs:sizes', @() geomsrhs (geomssys (any_size{:}), 'uode'), '1 as well as 2');
f = geomsrhs (geomssys (any_size{:}, 'dims', struct ('np', 3)), 'uode');
check (isequal (f (0, (1:6)'), [4; 5; 6; -1; -2; -3]));
% columns along a third dimension, one of which has no value
[f, ode] = geomsrhs (geomssys ('mass', 1, 'force', @(t,p,v) -p, 'derive', 'on', 'dims', struct ('np', 1)), 'uode');
y = ode.pack (struct ('p', 1, 'v', 2));
check (isequaln (f ([0 1], cat (3, y, [NaN; NaN])), [f(0, y), [NaN; NaN]]));
end

function saved ()
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
in_residual_form = geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', @(t,x) [2*(x(2:3)'*x(2:3)) ...
    - 2*9.81*x(5) - 4*x(1)*(x(4:5)'*x(4:5)); 2*(x(4:5)'*x(2:3)); x(4:5)'*x(4:5) - 1
    -2*x(4)*x(1); -9.81 - 2*x(5)*x(1); x(2:3)]);
for sys = {pendulum('mechanical'), pendulum('vectorized'), in_residual_form}
    before = struct ();
    [before.f, before.ode] = geomsrhs (sys{1}, 'index1-explicit');
    save (file, '-struct', 'before');
    after = load (file);
    x0 = struct ('p', [0.6; 0.8], 'v', [0.8; -0.6]);
    y = before.ode.pack (x0);
    check (isequal (after.ode.pack (x0), y) && isequal (after.ode.index, before.ode.index));
    check (isequal (after.f (0, y), before.f (0, y)));
    check (isequal (after.ode.unpack (y, 0), before.ode.unpack (y, 0)));
    check (isequal (after.ode.slope (0, y), before.ode.slope (0, y)));
    check (isequal (after.ode.residual (0, y, y), before.ode.residual (0, y, y)));
end
end

function nested ()
inner = geomsrhs (pendulum ('vectorized'), 'partition-qr');
plain = geomsrhs (geomssys ('mass', 1, 'force', @(t,p,v) -p), 'uode');
pick = @(y) y(4);
outer = geomsrhs (geomssys ('mass', 1, 'force', @(t,p,v) pick (inner (t, [1; 0; 0; p])) - p), ...
    'uode');
check_close (outer (0, [2; 3]), [3; -2 - 13.750371636040745655], 1e-13);
check (isequal (plain (0, [2; 3]), [3; -2]));
end

function user_error ()
bad = @(p) error ('mine:own', 'The force has no value at %g.', p);
f = geomsrhs (geomssys ('mass', 1, 'force', @(t,p,v) if_above (p, bad)), 'uode');
check (isequal (f (0, [1; 0]), [0; 1]));
message = check_error ('mine:own', @() f (0, [3; 0]));
check (strcmp (message, 'The force has no value at 3.'));
check (isequal (f (0, [1; 0]), [0; 1]));
end

function y = if_above (p, bad)
y = p;
if p > 2
    bad (p);
end
end

% ---- errors ----

function refused ()
sys = pendulum ('mechanical');
check_error ('geoms:arguments:number', @() geomsrhs (sys));
check_error ('geoms:system:sys', @() geomsrhs (1, 'uode'));
check_error ('geoms:rhs:kind', @() geomsrhs (sys, 'partition-sdv'), '''partition-svd''');
check_error ('geoms:rhs:kind', @() geomsrhs (sys, 'psf'), 'index1-implicit');
check_error ('geoms:rhs:kind', @() geomsrhs (sys, 'index1'), 'index1-explicit');
for kind = {'psi1', 'index3', 'index2', 'ggl', 'baumgarte', 'extended-316', 'extended-317', ...
        'projected-invariants'}
    check_error ('geoms:rhs:kind', @() geomsrhs (sys, kind{1}), ['no right-hand side ''', kind{1}]);
end
check_error ('geoms:rhs:kind', @() geomsrhs (sys, 1));
check_error ('geoms:rhs:options', @() geomsrhs (sys, 'uode', 'RelTol', 1e-3), 'solver');
check_error ('geoms:rhs:options', @() geomsrhs (sys, 'uode', geomsset ('Formulation', 'psf')), ...
    '''uode'' is wanted');
fixed = @(varargin) geomsrhs (sys, 'partition-fixed', 'Independent', varargin{:});
check_error ('geoms:options:independent', @() fixed ([1 2]), 'must be 1');
check_error ('geoms:options:independent', @() fixed (3), 'has 2');
check_error ('geoms:options:independent', @() fixed ([1 1]), 'twice');
check_error ('geoms:options:independent', @() geomsrhs (sys, 'uode', 'Independent', 1), '''uode''');
[f, ode] = geomsrhs (sys, 'partition-svd');
check_error ('geoms:rhs:size', @() f (0, [1 0 0 0]), 'give y.''');
check_error ('geoms:rhs:size', @() f (0, [1; 0; 0]), '4 rows');
check_error ('geoms:rhs:size', @() f ([0 1], [1; 0; 0; 0]), '2 times');
check_error ('geoms:rhs:size', @() ode.unpack (ones (2, 4), 0));
check_error ('geoms:rhs:size', @() ode.residual (0, ones (4, 1), ones (1, 4)), '[1 4]');
check_error ('geoms:rhs:type', @() f (0, {1}), 'cell');
check_error ('geoms:rhs:type', @() f ('a', ones (4, 1)), 'not ''a''');
check_error ('geoms:rhs:type', @() f (0, 1i * ones (4, 1)), 'a complex double of size 4 x 1');
check_error ('geoms:arguments:number', @() ode.pack (), 'not 0');
check_error ('geoms:arguments:number', @() ode.unpack (1, 2, 3));
check_error ('geoms:x0:vector', @() ode.pack ([1; 0; 0; 0]));
check_error ('geoms:init:time', @() ode.pack (struct ('p', [1; 0]), 'now'));
end

function no_form ()
for kind = kinds ()
    check_error ('geoms:formulation:system', @() geomsrhs (skate ('plain', ...
        'dims', struct ('nr', 4, 'nw', 3, 'ns', 1)), kind{1}), 'auxiliary variables w');
    text = check_error ('geoms:system:reduced', @() geomsrhs (pendulum ('reduced'), kind{1}), 'gII');
    check (~isempty (strfind (text, ['''', kind{1}, ''''])) && isempty (strfind (text, 'psi1')));
    check_error ('geoms:system:reduced', @() geomsrhs (pendulum ('lacking'), kind{1}), ...
        '''constraintAcceleration''');
end
touching = geomssys ('mass', 1, 'force', @(t,p,v,z) -z.s, 'contact', @(t,p,z) z.s - p, 'dims', ...
    struct ('ns', 1));
check_error ('geoms:formulation:system', @() geomsrhs (touching, 'uode'), 'contact');
friction = geomssys ('mass', eye (2), 'force', @(t,p,v,z) [0; -1] - z.lambda^2 * v, 'constraint', ...
    @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', ...
    @(t,p,v) 2*(v'*v));
[~, ode] = geomsrhs (friction, 'partition-svd');
check_error ('geoms:formulation:system', @() ode.pack (struct ('p', [1; 0], 'v', [0; 1])), ...
    'depend on lambda');
massless = geomssys ('mass', @(t,p) diag ([1 0]), 'force', @(t,p,v) [0; -1] - p, ...
    'constraint', @(t,p) p(1), 'constraintJacobian', @(t,p) [1 0], 'constraintAcceleration', ...
    @(t,p,v) 0);
f = geomsrhs (massless, 'partition-svd');
check_error ('geoms:mass:massless', @() f (0, zeros (4, 1)), 'v(2)');
end

%!test
%! [~, failed] = test_geomsrhs ();
%! assert (failed, 0);
