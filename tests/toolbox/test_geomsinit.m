function [passed, failed] = test_geomsinit ()
%TEST_GEOMSINIT  Consistent initial values.

cases = {
    'a consistent guess stays', @stays
    'the smallest change, and multipliers', @smallest
    'what is fixed does not move, in all ways to say it', @fixed
    'fixed velocities move positions only where others cannot do', @fixed_velocities
    'weights by number, vector, field', @weights
    'weights by the mass are a plastic impact', @plastic
    'mechanisms from guesses that are 20 % off', @mechanisms
    'loops close from rough sketches, also such with bars in a line', @sketches
    'guesses that are all but consistent', @all_but_consistent
    'the result is accepted by geoms as it is', @accepted
    'the report', @reported
    'all forms', @forms
    'conditions of the system', @conditions
    'more conditions than freedom, which can be met', @overdetermined
    'conditions on multipliers and other unknowns', @conditions_on_z
    'redundant constraints', @redundant
    'what cannot be met is named', @impossible
    'an error of a user function comes back unchanged', @user_error
    'an empty time span leads here', @empty_span
    'wrong arguments', @refused};
[passed, failed] = geoms_suite ('geomsinit', cases);

end

function guess = off ()
guess = struct ('p', [0.6; 0.6], 'v', [1; 0]);
end

function empty_span ()
check_error ('geoms:tspan:order', @() geoms (pendulum ('mechanical'), [2 2], off ()), ...
    'geomsinit (sys, 2, x0)');
end

function stays ()
exact = pendulum_exact (0.3);
given = struct ('lambda', exact(1), 'v', exact(2:3), 'p', exact(4:5));
[x0, report] = geomsinit (pendulum ('mechanical'), 0, given);
check_close ([x0.lambda; x0.v; x0.p], exact, 1e-13);
check (all (report.residual.before <= 1e-13) && strcmp (report.status, 'ok'));
end

function smallest ()
x0 = geomsinit (pendulum ('mechanical'), 0, off ());
check_close (x0.p, [1; 1] / sqrt (2), 1e-13);
check_close (x0.v, [0.5; -0.5], 1e-13);
check_close (x0.lambda, (0.5 - 13.750371636040745655 / sqrt (2)) / 2, 1e-12);
end

% crank, coupler, rocker of 0.1, 0.3, 0.25 on a ground of 0.3: the crank is fixed, the others close in two ways
function sketches ()
tree = geomsaddbody (geomstree ('planar', true), 'crank', 'mass', 1, 'com', [0.05 0], 'inertia', 1e-3);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [0.1 0], 'mass', 1, 'com', [0.15 0], ...
    'inertia', 1e-2);
tree = geomsaddbody (tree, 'rocker', 'at', [0.3 0], 'mass', 1, 'com', [0.1 0], 'inertia', 1e-2);
sys = geomssys (geomsaddjoint (tree, 'revolute', {'coupler', [0.3 0]}, {'rocker', [0.25 0]}));
far = 0;
for q1 = -3:1.5:3
    for q2 = -3:3
        for q3 = -3:3
            q = [q1; q2; q3];
            if isequal (q, zeros (3, 1))
                continue    % singular and nearly closed
            end
            x0 = geomsinit (sys, 0, struct ('p', q), 'Fixed', {'crank.q'});
            check_close (x0.p(1), q1, 1e-14);
            check (gap (x0.p) < 1e-12, 'open from %s', mat2str (q));
            [near, angle] = nearest (q);
            if angle < 0.5
                check_close (norm (x0.p - q), near, 1e-6);
            end
            far = far + any (abs (x0.p - q) > 2 * pi);
        end
    end
end
check (far <= 3, '%d of 245 go round', far);
% the bars are parallel
x0 = geomsinit (sys, 0, struct ('p', [0.5; 0.5; 1]), 'Fixed', {'crank.q'});
check_close (x0.p(2:3), [0.238122; 1.53207], 1e-5);
% two bars, all but in a line
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (geomstree ('planar', true), 'a', bar{:});
tree = geomsaddbody (tree, 'b', 'parent', 'a', 'at', [1 0], bar{:});
sys = geomssys (geomsaddjoint (tree, 'revolute', {'b', [1 0]}, {'ground', [0.5 0.5]}));
for small = [1e-3 1e-5 1e-6 1e-7 1e-9 1e-12 0]
    x0 = geomsinit (sys, 0, struct ('p', [small; small]));
    check_close (abs (x0.p(2)), acos (-0.75), 1e-9);
end
end

function miss = gap (q)
coupler = [0.1 0.3] * [cos(q(1)), sin(q(1)); cos(q(1) + q(2)), sin(q(1) + q(2))];
miss = norm (coupler - [0.3, 0] - 0.25 * [cos(q(3)), sin(q(3))]);
end

% how far the next closure is, and by how much the larger angle differs there
function [near, angle] = nearest (q)
crank = 0.1 * [cos(q(1)), sin(q(1))];
d = [0.3, 0] - crank;
along = atan2 (d(2), d(1));
apart = acos ((d * d' + 0.3^2 - 0.25^2) / (2 * 0.3 * norm (d)));
near = Inf;
angle = Inf;
for side = [-1 1]
    tip = crank + 0.3 * [cos(along + side * apart), sin(along + side * apart)];
    closed = [along + side * apart - q(1); atan2(tip(2), tip(1) - 0.3)];
    change = mod (closed - q(2:3) + pi, 2 * pi) - pi;
    near = min (near, norm (change));
    angle = min (angle, max (abs (change)));
end
end

function fixed_velocities ()
sys = pendulum ('mechanical');
x0 = geomsinit (sys, 0, struct ('p', [0.6; -0.8], 'v', [0.3; 0]), 'Fixed', {'v(1)'});
check_close (x0.p, [0.6; -0.8], 1e-15);
check_close (x0.v, [0.3; 0.225], 1e-12);
x0 = geomsinit (sys, 0, struct ('p', [0.6; -0.9], 'v', [0.3; 0]), 'Fixed', {'v(1)'});
check_close (x0.p, [0.6; -0.9] / norm ([0.6; -0.9]), 1e-12);
check_close (x0.v, [0.3; 0.2], 1e-12);
% both: below the hinge
x0 = geomsinit (sys, 0, struct ('p', [0.2; -1], 'v', [0.3; 0]), 'Fixed', {'v'});
check_close (x0.v, [0.3; 0], 1e-15);
check_close (x0.p, [0; -1], 1e-12);
% a four-bar, drawn where it can stand, with a coupler without mass
tree = geomstree ('planar', true);
tree = geomsaddbody (tree, 'crank', 'mass', 1, 'com', [0 .5], 'inertia', 1/12);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [0 1]);
tree = geomsaddbody (tree, 'rocker', 'at', [2 0], 'mass', 1.5, 'com', [0 .75], 'inertia', 0.3);
sys = geomssys (geomsaddjoint (tree, 'revolute', {'coupler', [2 .5]}, {'rocker', [0 1.5]}));
x0 = geomsinit (sys, 0, struct ('v', [0.1; 0; 0]), 'Fixed', {'crank.v'});
check (isequal (x0.p, [0; 0; 0]));
check_close (x0.v, 0.1 * [1; -1; 2/3], 1e-13);
end

function fixed ()
sys = pendulum ('mechanical', 'names', struct ('p', {{'left', 'up'}}));
guess = struct ('p', [sqrt(0.5); -0.5], 'v', [1; 0]);
for list = {{'p(1)'}, {'p(1:1)'}, 'p(1)', {'left'}, struct('p', 1), struct('p', [true false])}
    x0 = geomsinit (sys, 0, guess, 'Fixed', list{1});
    check_close (x0.p, [1; -1] / sqrt (2), 1e-13);
    check_close (x0.v, [0.5; 0.5], 1e-12);
end
x0 = geomsinit (sys, 0, guess, 'Fixed', {'p(2)', 'v(1)'});
check_close (x0.p, [sqrt(0.75); -0.5], 1e-13);
check_close (x0.v, [1; sqrt(3)], 1e-12);
x0 = geomsinit (sys, 0, struct ('p', [0; -1], 'v', [3; 0]), 'Fixed', {'p', 'v'});
check (isequal (x0.p, [0; -1]) && isequal (x0.v, [3; 0]));
x0 = geomsinit (sys, 0, guess, 'Fixed', {});
check_close (norm (x0.p), 1, 1e-13);
end

% on the line p1 + 2 p2 = 3 from the origin: the nearest point with respect to the weights
function weights ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; 0], 'constraint', @(t,p) p(1) + 2*p(2) - 3, ...
    'constraintJacobian', @(t,p) [1 2], 'constraintAcceleration', @(t,p,v) 0);
guess = struct ('p', [0; 0], 'v', [5; 0]);
for w = {[1 1], [1 10], [3 1]}
    q = w{1}' .^ 2;
    n = [1; 2] ./ q;
    expected = n * 3 / ([1 2] * n);
    for given = {struct('p', w{1}), [1; 1; 1; w{1}']}
        x0 = geomsinit (sys, 0, guess, 'Weights', given{1});
        check_close (x0.p, expected, 1e-12);
        check_close (x0.v, [4; -2], 1e-12);
    end
end
x0 = geomsinit (sys, 0, guess, 'Weights', struct ('v', [1 10]));
check_close (x0.v, [5; 0] - [1; 0.02] * 5 / 1.04, 1e-12);
x0 = geomsinit (sys, 0, guess, 'Weights', 'unit');
check_close (x0.v, [4; -2], 1e-12);
end

% a rod that rotates about its end from now on: angular momentum about this end stays
function plastic ()
m = 3;
J = 0.5;
a = 0.7;
sys = geomssys ('mass', [m m J], 'force', @(t,p,v) [0; -9.81*m; 0], 'constraint', ...
    @(t,p) p(1:2) - a * [cos(p(3)); sin(p(3))], 'constraintJacobian', ...
    @(t,p) [1, 0, a*sin(p(3)); 0, 1, -a*cos(p(3))], 'constraintAcceleration', ...
    @(t,p,v) a * v(3)^2 * [cos(p(3)); sin(p(3))]);
phi = 0.4;
guess = struct ('p', [a*cos(phi); a*sin(phi); phi], 'v', [1; -2; 0.3]);
[x0, report] = geomsinit (sys, 0, guess, 'Weights', 'mass');
L = m * (guess.p(1) * guess.v(2) - guess.p(2) * guess.v(1)) + J * guess.v(3);
% the direction of the change is as exact as a Jacobian by differences
check_close (x0.v(3), L / (J + m * a^2), 1e-12);
check_close (x0.v(1:2), x0.v(3) * a * [-sin(phi); cos(phi)], 1e-12);
check (max (abs (report.moved.p)) < 1e-15);
energy = @(v) (m * (v(1)^2 + v(2)^2) + J * v(3)^2) / 2;
check (energy (x0.v) < energy (guess.v));
end

function mechanisms ()
[sys, x0, tspan] = andrews_system ();
sure = geomsinit (sys, tspan(1), x0);
guess = x0;
guess.p = x0.p .* (1 + 0.2 * cos (3 * (1:7)'));
[found, report] = geomsinit (sys, tspan(1), guess);
check (all (report.residual.after <= 1e-12) && report.residual.before(1) > 1e-4);
found = geomsinit (sys, tspan(1), guess, 'Fixed', {'p(1)'}); %#ok<NASGU>
guess.p(1) = x0.p(1);
found = geomsinit (sys, tspan(1), guess, 'Fixed', {'p(1)'});
check_close (found.p, sure.p, 1e-12);
[sys, x0, tspan] = caraxis_system ();
guess = x0;
guess.p = x0.p .* (1 + 0.2 * cos (3 * (1:numel (x0.p))'));
[~, report] = geomsinit (sys, tspan(1), guess);
check (all (report.residual.after <= 1e-12) && max (abs (report.moved.p)) < 0.5);
end

% as results of a run are: the multipliers, which are not known, move by far more than p and v
function all_but_consistent ()
old = path ();
restorer = onCleanup (@() path (old));
addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'slidercrank'));
[sys, x0] = slidercrank_system ();
sol = geoms (sys, [0 1], x0, 'RelTol', 1e-11, 'AbsTol', 1e-11);
for k = 1:60
    size = 10 ^ (-11 + 5 * k / 60);
    guess = struct ('p', sol.p(:, end) + size * sin (k * (1:3)'), 'v', ...
        sol.v(:, end) + size * cos (1.3 * k * (1:3)'));
    found = geomsinit (sys, 1, guess);
    check_close ([found.p; found.v], [guess.p; guess.v], 50 * size);
    check_close (found.lambda, sol.lambda(:, end), 1e5 * size);
end
end

function accepted ()
sys = pendulum ('vectorized');
x0 = geomsinit (sys, 0, off ());
sol = geoms (sys, [0 1], x0, 'Initial', 'check');
check_close (sol.y(:, 1), [x0.lambda; x0.v; x0.p], 0);
end

function reported ()
[x0, report] = geomsinit (pendulum ('mechanical'), 0, off ());
check (isequal (fieldnames (report.moved), fieldnames (x0)));
check_close (report.moved.p, x0.p - [0.6; 0.6], 1e-15);
check (isnan (report.moved.lambda) && isempty (report.moved.mu));
check (isequal (size (report.residual.before), [3 1]) && isnan (report.residual.before(3)));
check (report.residual.before(1) > 0.1 && report.residual.before(2) > 0.1);
check (all (report.residual.after <= 1e-12));
check (~isempty (strfind (report.message, 'v(')), '%s', report.message);
end

function forms ()
expected = geomsinit (pendulum ('mechanical'), 0, off ());
for form = {'velocity', 'vectorized', 'model', 'residual', 'residual jac'}
    x0 = geomsinit (pendulum (form{1}), 0, off ());
    check_close ([x0.lambda; x0.v; x0.p], [expected.lambda; expected.v; expected.p], 1e-12);
end
x0 = geomsinit (pendulum ('residual'), 0, [NaN; 1; 0; 0.6; 0.6]);
check_close (x0.p, expected.p, 1e-12);
% along the motion of a constraint that depends on time
sys = geomssys ('mass', 2, 'force', @(t,p,v) -p, 'constraint', @(t,p) p - sin(t), ...
    'constraintJacobian', @(t,p) 1, 'constraintVelocity', @(t,p,v) v - cos(t), ...
    'constraintAcceleration', @(t,p,v) sin(t));
x0 = geomsinit (sys, 1, struct ('p', 0));
check_close ([x0.p; x0.v], [sin(1); cos(1)], 1e-12);
end

% a deviation of 45 degrees and an angular velocity
function conditions ()
sys = pendulum ('mechanical', 'condition', @(t,p,v) [p(1) + p(2); v(1) * p(2) - v(2) * p(1) - 3]);
x0 = geomsinit (sys, 0, struct ('p', [0.6; -0.6], 'v', [0; 0]));
check_close (x0.p, [1; -1] / sqrt (2), 1e-12);
check_close (x0.v, -[3; 3] / sqrt (2), 1e-12);
plain = pendulum ('residual');
sys = geomssys ('dims', struct ('np', 2, 'nl', 1, 'nc', 1), 'eom', plain.functions.eom, ...
    'ivcond', @(t,x) x(4) + x(5));
x0 = geomsinit (sys, 0, struct ('p', [0.6; -0.9]));
check_close (x0.p, [1; -1] / sqrt (2), 1e-12);
end

function overdetermined ()
sys = pendulum ('mechanical', 'condition', @(t,p,v) [p(1) - 0.6; p(2) + 0.8; p(1) + p(2) + 0.2; ...
    v(1) - 1.6; v(2) - 1.2]);
for p = {[0.5; -0.7], [-0.5; 0.7], [-0.6; 0.8], [2; 2]}
    x0 = geomsinit (sys, 0, struct ('p', p{1}));
    check_close (x0.p, [0.6; -0.8], 1e-12);
    check_close (x0.v, [1.6; 1.2], 1e-12);
end
end

% a force in the rod, which the velocity gives it; the state of a force element; with parameters
function conditions_on_z ()
guess = struct ('p', [1; -1] / sqrt (2), 'v', [2; 2]);
for sys = {pendulum('mechanical', 'condition', @(t,p,v,z) [z.lambda - 8; p(1) + p(2)]), ...
        pendulum('mechanical', 'condition', @(t,p,v,z,q) [z.lambda - q; p(1) + p(2)], 'parameters', 8)}
    x0 = geomsinit (sys{1}, 0, guess);
    check_close (x0.lambda, 8, 1e-12);
    check_close (2 * x0.lambda, x0.v' * x0.v - 13.750371636040745655 * x0.p(2), 1e-12);
    check_close (x0.p, guess.p, 1e-12);
end
sys = geomssys ('mass', 1, 'force', @(t,p,v,z) -p - z.r, 'dynamics', @(t,p,v,z) v - z.r, ...
    'condition', @(t,p,v,z) z.r - 2 * p);
x0 = geomsinit (sys, 0, struct ('p', 1, 'r', 0), 'Fixed', {'p'});
check_close (x0.r, 2, 1e-12);
% a rolling wheel: the force across
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -p(2)], 'nonholonomic', @(t,p,v) v(2), ...
    'nonholonomicJacobian', @(t,p) [0 1], 'nonholonomicAcceleration', @(t,p,v) 0, ...
    'condition', @(t,p,v,z) z.mu - 3);
x0 = geomsinit (sys, 0, struct ('p', [0; 0]));
check_close (x0.p, [0; -3], 1e-12);
end

function redundant ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -1], ...
    'constraint', @(t,p) [1; 1] * (p'*p - 1), 'constraintJacobian', @(t,p) [1; 1] * 2*p', ...
    'constraintAcceleration', @(t,p,v) [1; 1] * 2*(v'*v));
[x0, report] = check_two (@() geomsinit (sys, 0, off ()));
check_close (x0.p, [1; 1] / sqrt (2), 1e-12);
check (x0.lambda(1) - x0.lambda(2) < 1e-9 && isequal (report.redundant.rank, [1 1 1]));
check (isequal (report.redundant.count, [2 2 2]) && numel (report.redundant.rows) == 6);
end

function [a, b] = check_two (fcn)
[a, b] = fcn ();
end

function impossible ()
sys = pendulum ('mechanical');
check_error ('geoms:initial:fixed', @() geomsinit (sys, 0, ...
    struct ('p', [0.7; -0.5], 'v', [1; 0]), 'Fixed', {'p'}), 'p(1) would have to move from 0.7 to 0.81');
check_error ('geoms:initial:fixed', @() geomsinit (sys, 0, struct ('p', [1.3; 0]), 'Fixed', {'p(1)'}), ...
    'p(1) would have to move from 1.3');
% with a condition of the system; a condition that cannot be met is no fault of what is fixed
angle = pendulum ('mechanical', 'condition', @(t,p,v) p(1) - 0.6);
check_error ('geoms:initial:fixed', @() geomsinit (angle, 0, struct ('p', [0.5; -0.8]), 'Fixed', ...
    {'p(1)'}), 'p(1) would have to move from 0.5 to 0.6');
two = pendulum ('mechanical', 'condition', @(t,p,v) [p(1) - 0.6; p(1) - 0.7]);
check_error ('geoms:initial:dependent', @() geomsinit (two, 0, struct ('p', [0.5; -0.8], 'v', [0; 0]), ...
    'Fixed', {'v(1)'}));
% values in messages are those of a state near the guess
far = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; 0], 'constraint', @(t,p) p'*p + 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
try
    geomsinit (far, 0, struct ('p', [1e-4; 0], 'v', [1; 1]));
    error ('geoms:test:error', 'a state was found');
catch e
    value = regexp (e.message, 'stays at ([-0-9.e+]+)|still ([-0-9.e+]+)', 'tokens');
    check (abs (str2double (value{1}{1})) < 100, e.message);
end
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; 0], 'constraint', ...
    @(t,p) [p(1); p(1) - 1], 'constraintJacobian', @(t,p) [1 0; 1 0], ...
    'constraintAcceleration', @(t,p,v) [0; 0]);
message = check_error ('geoms:initial:contradiction', @() geomsinit (sys, 0, ...
    struct ('p', [0; 0])));
check (~isempty (strfind (message, 'g(1)')) && ~isempty (strfind (message, 'g(2)')), '%s', message);
end

function user_error ()
sys = pendulum ('mechanical');
sys.functions.force = @(t,p,v) failing (p);
check_error ('my:own:error', @() geomsinit (sys, 0, off ()));
end

function f = failing (p)
if abs (p(1) - 0.6) < 0.01
    f = [0; -1];
end
error ('my:own:error', 'mine');
end

function refused ()
check_error ('geoms:options:name', @() geomsinit (pendulum ('mechanical'), 0, off (), 'Fix', {'p'}), ...
    'geomsinit has no ''Fix''. Did you mean ''Fixed''?');
check_error ('geoms:options:name', @() geomsinit (pendulum ('mechanical'), 0, off (), 'qqqqq', 1), ...
    'geomsinit itself has ''Fixed'', ''Weights''.');
sys = pendulum ('mechanical');
check_error ('geoms:arguments:number', @() geomsinit (sys, 0));
check_error ('geoms:system:sys', @() geomsinit (1, 0, off ()));
check_error ('geoms:init:time', @() geomsinit (sys, [0 1], off ()));
for bad = {'q', 'p(3)', 'p(0)', 'p(1', 'p(1:3)', 'p1', 3, struct('p', 3), struct('p', 0.5), ...
        struct('q', 1), {{1}}}
    check_error ('geoms:init:fixed', @() geomsinit (sys, 0, off (), 'Fixed', bad{1}));
end
tree = geomssys (geomsaddbody (geomstree (), 'arm', 'inertia', [1 1 1]));
check_error ('geoms:init:fixed', @() geomsinit (tree, 0, struct (), 'Fixed', {'amr.q'}), '''arm.q''');
for bad = {[1 2], -ones(5, 1), struct('p', 0), struct('q', 1), struct('p', [1 1 1]), {1}}
    check_error ('geoms:init:weights', @() geomsinit (sys, 0, off (), 'Weights', bad{1}));
end
check_error ('geoms:options:value', @() geomsinit (sys, 0, off (), 'Weights', 'heavy'));
check_error ('geoms:options:name', @() geomsinit (sys, 0, off (), 'Fix', {'p'}));
check_error ('geoms:init:assume', @() geomsinit (sys, 0, off (), 'Initial', 'assume'));
check_error ('geoms:initial:inconsistent', @() geomsinit (sys, 0, off (), 'Initial', 'check'));
check_error ('geoms:x0:missing', @() geomsinit (sys, 0, struct ('v', [1; 0])));
end

%!test
%! [~, failed] = test_geomsinit ();
%! assert (failed, 0);
