function [passed, failed] = test_geomslinear ()
%TEST_GEOMSLINEAR  Linear systems with matrices that depend on time, (22) of Steinbrecher (2002).

cases = {
    'the constraints and their derivatives are those of the matrices', @levels
    'a bead in a slot that turns, against its motion in one coordinate', @slot
    'a force, damping, a mass and kinematics that change: against ode45 in one coordinate', @one_coordinate
    'all formulations give one motion', @formulations
    'derived derivatives: sines of any speed, at any time', @derived_values
    'derived derivatives are those of the innermost matrix that is given', @derived_from
    'derived and given derivatives give one motion', @derived_motion
    'what cannot be derived is refused', @not_derived
    'constant matrices, sparse and integer ones, names', @shapes
    'no constraints; as many as there are coordinates', @edges
    'a function that changes its size or its kind is refused', @later
    'an error of a function comes back unchanged', @own_error
    'wrong matrices are refused', @refused};
[passed, failed] = geoms_suite ('geomslinear', cases);

end

% smooth matrices of t, repeatable, and their derivatives
function [A, At, Att] = moving (m, n, seed, size_of)
a = sin ((1:m)' * (1:n) * 1.7 + 3 * seed);
w = 0.5 + abs (cos ((1:m)' * (1:n) + seed));
b = sin ((1:m)' * (1:n) * 2.3 + seed);
A = @(t) size_of * (a + sin (w * t + b));
At = @(t) size_of * w .* cos (w * t + b);
Att = @(t) -size_of * w.^2 .* sin (w * t + b);
end

function s = some_matrices (n, m, seed)
s.M = @(t) n * eye (n) + 0.3 * cos ((1:n)' * (1:n) * 0.8 + t);
s.C = moving (n, n, seed + 1, 0.5);
s.D = moving (n, n, seed + 2, 0.2);
[G, s.Gt, s.Gtt] = moving (m, n, seed + 3, 0.3);
s.G = @(t) 1.5 * eye (m, n) + G(t);
[Z, s.Zt] = moving (n, n, seed + 4, 0.1);
s.Z = @(t) 1.5 * eye (n) + Z(t);
end

function sys = system_of (s)
list = [fieldnames(s), struct2cell(s)]';
sys = geomslinear (list{:});
end

function levels ()
sizes = [2 5];
if is_long ()
    sizes = 2:5;
end
for n = sizes
    for m = 1:min (3, n - 1)
        s = some_matrices (n, m, 7 * n + m);
        sys = system_of (s);
        p = sin ((1:n)' + 0.3);
        v = cos ((1:n)' * 2);
        x0 = geomsinit (sys, 0.7, struct ('p', p, 'v', v));
        found = geomscheck (sys, 0.7, x0);
        check (found.ok);
        f = sys.functions;
        A = structfun (@(fun) fun (0.7), s, 'UniformOutput', false);
        check_close (f.constraint (0.7, p), A.G * p, 1e-15);
        check_close (f.constraintVelocity (0.7, p, v), A.G * A.Z * v + A.Gt * p, 1e-13);
        check_close (f.constraintAcceleration (0.7, p, v), (2*A.Gt*A.Z + A.G*A.Zt) * v + A.Gtt * p, ...
            1e-13);
        check_close (f.force (0.7, p, v), A.C * p + A.D * v, 1e-14);
        check (isequal (sys.dims.nl, m) && isequal (sys.dims.np, n) && ~sys.autonomous);
    end
end
end

% p = s (-sin w t, cos w t) with s'' = (w^2 - k) s without friction: equal springs k
function slot ()
w = 1.3;
k = 4;
G = @(t) [cos(w*t), sin(w*t)];
sys = geomslinear ('M', eye (2), 'C', -k * eye (2), 'G', G, 'Gt', @(t) w * [-sin(w*t), cos(w*t)], ...
    'Gtt', @(t) -w^2 * G (t));
sol = geoms (sys, [0 3], struct ('p', [0; 1], 'v', [-w; 0]), 'RelTol', 1e-10, 'AbsTol', 1e-10);
rate = sqrt (k - w^2);
s = cos (rate * sol.t);
ds = -rate * sin (rate * sol.t);
along = [-sin(w * sol.t); cos(w * sol.t)];
across = [cos(w * sol.t); sin(w * sol.t)];
check_close (sol.p, along .* s([1 1], :), 1e-8);
check_close (sol.v, along .* ds([1 1], :) - w * across .* s([1 1], :), 1e-8);
% across the slot: v' = -k p - G' lambda has the part -2 w s'
check_close (sol.lambda, 2 * w * ds, 1e-7);
check (max (sol.residual.relative(:)) <= 1e-12);
end

% p = u (t) y spans the kernel of G; v = Z^-1 (u y)'; u'Z'^-1... of M v' eliminates lambda
function one_coordinate ()
s = some_matrices (2, 1, 3);
s.f = @(t) [sin(t); 0.4];
u = @(t) [-1, 0; 0, 1] * fliplr (s.G (t))';
ut = @(t) [-1, 0; 0, 1] * fliplr (s.Gt (t))';
utt = @(t) [-1, 0; 0, 1] * fliplr (s.Gtt (t))';
p0 = u (0) * 0.8;
v0 = s.Z (0) \ (ut (0) * 0.8 + u (0) * 0.3);
rhs = @(t, y) [y(2); acceleration(s, t, y, u (t), ut (t), utt (t))];
[~, y] = ode45 (rhs, [0 0.5 1], [0.8; 0.3], odeset ('RelTol', 1e-11, 'AbsTol', 1e-12));
sol = geoms (system_of (s), [0 0.5 1], struct ('p', p0, 'v', v0), 'RelTol', 1e-11, 'AbsTol', 1e-11);
for i = 2:3
    t = sol.t(i);
    check_close (sol.p(:, i), u (t) * y(i, 1), 1e-8);
    check_close (sol.v(:, i), s.Z (t) \ (ut (t) * y(i, 1) + u (t) * y(i, 2)), 1e-8);
end
end

% p' = ut y + u y' = Z v, so Z v' = utt y + 2 ut y' + u y'' - Zt v; (Z^-1 u)' (M v' - f) = 0
function a = acceleration (s, t, y, u, ut, utt)
Z = s.Z (t);
v = Z \ (ut * y(1) + u * y(2));
rest = Z \ (utt * y(1) + 2 * ut * y(2) - s.Zt (t) * v);
f = s.C (t) * (u * y(1)) + s.D (t) * v + s.f (t);
b = Z \ u;
a = b' * (f - s.M (t) * rest) / (b' * s.M (t) * b);
end

function [sys, x0] = some_system ()
s = some_matrices (3, 1, 2);
sys = system_of (s);
x0 = geomsinit (sys, 0, struct ('p', [1; -1; 0.5], 'v', [0.3; 0.2; 0]));
end

function formulations ()
[sys, x0] = some_system ();
reference = geoms (sys, [0 0.5], x0, 'RelTol', 1e-10, 'AbsTol', 1e-10);
places = [reference.extdata.index.p, reference.extdata.index.v];
for name = {'psi1', 'index1-explicit', 'index1-implicit', 'uode', 'ggl', 'partition-fixed', ...
        'partition-qr', 'partition-svd', 'index2', 'index3'}
    sol = geoms (sys, [0 0.5], x0, 'Formulation', name{1}, 'RelTol', 1e-9, 'AbsTol', 1e-9);
    check (sol.t(end) == 0.5, '%s ends at %g', name{1}, sol.t(end));
    worst = max (abs (sol.y(places, end) - reference.y(places, end)));
    check (worst <= 1e-5, '%s: %.2g', name{1}, worst);
end
end

% ---- derivatives that are not given ----

% where derived derivatives can be read: gI is Gt p at v = 0, the rest of gII is Gtt p there
function [Gt, Gtt] = derived_of (G, t)
n = size (G (t), 2);
sys = geomslinear ('M', eye (n), 'G', G);
Gt = zeros (size (G (t)));
Gtt = Gt;
E = eye (n);
for i = 1:n
    Gt(:, i) = sys.functions.constraintVelocity (t, E(:, i), zeros (n, 1));
    Gtt(:, i) = sys.functions.constraintAcceleration (t, E(:, i), zeros (n, 1));
end
end

% a sine is known at t to rounding times w t
function derived_values ()
for w = [1e-2 1 10 100 1000 20*pi 128*pi]
    for t = [0 0.37 10 1e3 1e6]
        G = @(t) [cos(w*t), sin(w*t)];
        [Gt, Gtt] = derived_of (G, t);
        rounding = 1e-10 + 2000 * eps * w * t;
        if w < 1
            rounding = 1e-4;   % of values of size 1: second derivatives of size 1e-4
        end
        check_close (Gt / w, [-sin(w*t), cos(w*t)], rounding);
        check_close (Gtt / w^2, -G (t), rounding);
    end
end
% in different units; a bend and a jump beside t, values on one side of t and far enough beyond
[Gt, Gtt] = derived_of (@(t) [1e6*t^2, cos(t)], 1);
check_close (Gt ./ [1e6 1], [2, -sin(1)], 1e-10);
check_close (Gtt ./ [1e6 1], [2, -cos(1)], 1e-9);
[Gt, Gtt] = derived_of (@(t) [abs(t - 0.01), double(t > 0.03)], 0);
check_close ([Gt, Gtt], [-1 0 0 0], 1e-9);
[Gt, Gtt] = derived_of (@(t) interp1 ([0 2], [1 5], t) * [1 1], 1.99);
check_close ([Gt, Gtt], [2 2 0 0], 1e-9);
end

function derived_from ()
[G, Gt, Gtt] = moving (1, 2, 5, 1);
p = [1; 2];
v = [0; 0];
list = {'M', eye(2), 'G', G};
sys = geomslinear (list{:}, 'Gt', @(t) 2 * Gt (t));             % not its derivative, to tell
check_close (sys.functions.constraintAcceleration (0.3, p, v), 2 * Gtt (0.3) * p, 1e-10);
sys = geomslinear (list{:}, 'Gt', [3 4]);
check_close (sys.functions.constraintAcceleration (0.3, p, v), 0, 0);
sys = geomslinear (list{:}, 'Gtt', [3 4]);
check_close (sys.functions.constraintAcceleration (0.3, p, v), 11, 0);
check_close (sys.functions.constraintVelocity (0.3, p, v), Gt (0.3) * p, 1e-10);
[Z, Zt] = moving (2, 2, 1, 1);
sys = geomslinear ('M', eye (2), 'G', [1 2], 'Z', Z);
check_close (sys.functions.constraintAcceleration (0.3, p, p), [1 2] * Zt (0.3) * p, 1e-10);
sys = geomslinear ('M', eye (2), 'G', [1 2], 'Z', [2 1; 0 1]);
check_close (sys.functions.constraintAcceleration (0.3, p, p), 0, 0);
end

function derived_motion ()
s = some_matrices (3, 2, 4);
given = system_of (s);
derived = system_of (rmfield (s, {'Gt', 'Gtt', 'Zt'}));
x0 = geomsinit (given, 0, struct ('p', [1; -1; 0.5]));
a = geoms (given, [0 0.5 1], x0);
b = geoms (derived, [0 0.5 1], x0);
check_close (b.y, a.y, 1e-9);
check (max (b.residual.relative(:)) <= 1e-12);
end

function not_derived ()
fails = @(G, t) check_error ('geoms:linear:derivative', @() derived_of (G, t), 'of G by time');
fails (@(t) [1, double(t > 0.5)], 0.5);
fails (@(t) [1, abs(t)], 0);
fails (@(t) interp1 ([0 2], [1 5], t) * [1 1], 2);
sys = geomslinear ('M', 1, 'Z', @(t) 1 + (t >= 1), 'G', 1);
check_error ('geoms:linear:derivative', @() sys.functions.constraintAcceleration (1, 1, 1), 'Give Zt');
sys = geomslinear ('M', eye (2), 'G', @(t) [1, t], 'Gt', @(t) [0, 1 + (t > 1)]);
check_error ('geoms:linear:derivative', @() sys.functions.constraintAcceleration (1, [1; 1], [0; 0]), ...
    'Give Gtt');
% out of a run
G = @(t) [1, (t > 0.5) * (t - 0.5)];
sys = geomslinear ('M', eye (2), 'C', -eye (2), 'G', G);
check_error ('geoms:linear:derivative', @() geoms (sys, [0.5 1], struct ('p', [0; 1])));
% G itself is not a number: as for any other function
sys = geomslinear ('M', eye (2), 'G', @(t) [1, NaN]);
check_error ('geoms:callback:finite', @() geoms (sys, [0 1], struct ('p', [0; 1])));
end

% ---- what may be given ----

function shapes ()
C = -[2 1; 1 3];
x0 = struct ('p', [1; -1]);
a = geomslinear ('M', [2 0; 0 1], 'C', C, 'G', [1 1]);
b = geomslinear ('g', sparse ([1 1]), 'm', int32 ([2 0; 0 1]), 'c', @(t) sparse (C), 'Names', ...
    struct ('p', {{'left', 'right'}}));
check (a.autonomous && ~b.autonomous && isequal (b.names.p, {'left', 'right'}));
check (isequal (a.mass, [2 0; 0 1]));
a = geoms (a, [0 3], x0, 'RelTol', 1e-9, 'AbsTol', 1e-9);
b = geoms (b, [0 3], x0, 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (b.y(:, end), a.y(:, end), 1e-7);
% p = y (1, -1):  3 y'' = -3 y
check_close (a.p(:, end), cos (3) * [1; -1], 1e-7);
end

function edges ()
sol = geoms (geomslinear ('M', 2, 'C', -8, 'D', 0, 'f', 8), [0 1], struct ('p', 2), 'RelTol', 1e-9, ...
    'AbsTol', 1e-9);
check_close (sol.p(end), 1 + cos (2), 1e-7);
sys = geomslinear ('M', eye (2), 'f', [3; 4], 'G', @(t) [1 t; 0 1]);
sol = geoms (sys, [0 1], struct ('p', [0; 0]));
check_close (sol.p, zeros (size (sol.p)), 1e-15);
check_close (sol.lambda, [3 * ones(size (sol.t)); 4 - 3 * sol.t], 1e-9);
% more positions than velocities
sys = geomslinear ('M', 1, 'C', [-1 0], 'Z', [1; 2]);
sol = geoms (sys, [0 1], struct ('p', [1; 2]), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.p(:, end), [1; 2] * cos (1), 1e-7);
end

function later ()
x0 = struct ('p', [1; 0]);
run = @(name, fun) geoms (geomslinear ('M', eye (2), name, fun), [0 1], x0);
check_error ('geoms:linear:size', @() run ('C', @(t) -eye (2 - (t > 0.5))), 'C must be 2 x 2');
check_error ('geoms:linear:size', @() run ('f', @(t) ones (2, 1 + (t > 0.5))), 'at t = ');
check_error ('geoms:linear:value', @() run ('D', @(t) sqrt (0.5 - t) * eye (2)), 'also at t = ');
end

function own_error ()
sys = geomslinear ('M', eye (2), 'C', @(t) fails_after (t, 0.5));
check_error ('user:own', @() geoms (sys, [0 1], struct ('p', [1; 0])));
check_error ('user:own', @() geomslinear ('M', @(t) fails_after (t, -1)));
end

function A = fails_after (t, last)
if t > last
    error ('user:own', 'Now.');
end
A = eye (2);
end

function refused ()
check_error ('geoms:linear:missing', @() geomslinear ());
check_error ('geoms:linear:missing', @() geomslinear ('C', 1));
check_error ('geoms:linear:pairs', @() geomslinear ('M'));
check_error ('geoms:linear:pairs', @() geomslinear (1, 2));
check_error ('geoms:linear:name', @() geomslinear ('M', 1, 'K', 1), 'Known: M, C, D');
check_error ('geoms:linear:twice', @() geomslinear ('M', 1, 'm', 1));
bad = @(name, value, part) check_error ('geoms:linear:size', @() geomslinear ('M', eye (2), 'G', [1 1], ...
    name, value), part);
bad ('C', 1, 'C must be 2 x 2, it is 1 x 1');
bad ('D', @(t) [1 2], 'D must be 2 x 2');
bad ('f', [1 2], 'f must be 2 x 1');
bad ('Gt', [1 1 1], 'Gt must be 1 x 2');
bad ('Gtt', [1; 1], 'Gtt must be 1 x 2');
bad ('Z', zeros (0, 2), 'empty');
check_error ('geoms:linear:size', @() geomslinear ('M', [1 2]), 'M must be 1 x 1, it is 1 x 2');
check_error ('geoms:linear:size', @() geomslinear ('M', []), 'empty');
check_error ('geoms:linear:size', @() geomslinear ('M', eye (2), 'Z', eye (3)));
check_error ('geoms:linear:size', @() geomslinear ('M', eye (2), 'G', [1 1 1]));
for value = {'a', {1}, struct(), 1i, true, ones(2, 2, 2), @(t) 'a'}
    check_error ('geoms:linear:value', @() geomslinear ('M', value{1}), 'M must be a real matrix');
    check_error ('geoms:linear:value', @() geomslinear ('M', 1, 'G', 1, 'Gt', value{1}), 'Gt must');
end
check_error ('geoms:linear:size', @() geomslinear ('M', eye (2), 'Z', eye (2), 'Zt', 1), ...
    'Zt must be 2 x 2');
check_error ('geoms:linear:missing', @() geomslinear ('M', eye (2), 'Gt', @(t) [1 t]), ...
    'Gt is a derivative of G, which is not given');
check_error ('geoms:linear:missing', @() geomslinear ('M', 1, 'Zt', 1), 'of Z');
check_error ('geoms:linear:value', @() geomslinear ('M', eye (2), 'G', [1 NaN]), 'G(1,2) is NaN');
check_error ('geoms:linear:arity', @() geomslinear ('M', 1, 'C', @(t, p) p), 'C takes 2');
check_error ('geoms:linear:arity', @() geomslinear ('M', @() 1), 'M takes no arguments');
check_error ('geoms:linear:value', @() geomslinear ('M', @returns_nothing), 'does not return');
sys = geomslinear ('M', 1, 'f', @sin, 'D', @(varargin) -1);
check_close (sys.functions.force (0.3, 1, 2), sin (0.3) - 2, 1e-15);
check_error ('geoms:mass:symmetric', @() geomslinear ('M', [1 1; 0 1]));
check_error ('geoms:system:names', @() geomslinear ('M', 1, 'names', struct ('p', {{'a', 'b'}})));
end

function varargout = returns_nothing (t) %#ok<STOUT,INUSD>
end

%!test
%! [~, failed] = test_geomslinear ();
%! assert (failed, 0);
