function [passed, failed] = test_geoms ()
%TEST_GEOMS  The integration: solutions, forms, outputs, failures, repetitions.

cases = {
    'pendulum against the exact solution', @exact
    'all constraints hold to rounding at any tolerance', @no_drift
    'all forms of the pendulum agree', @forms_agree
    'vectorized and loop give the same bits', @same_bits
    'vectorized functions are called once per batch', @once_per_batch
    'car axis against reference values', @car_axis
    'Andrews'' mechanism against reference values', @andrews
    'psi1, with and without gII', @psi1
    'the decompositions of the constraints agree', @decompositions
    'what psf has chosen is told', @chosen
    'redundant constraints: one warning, named rows, the same motion', @redundant
    'redundant constraints: LU refuses, SVD does not warn', @redundant_by_choice
    'a start in a singular position is no redundancy', @flat_start
    'no constraint', @no_constraint
    'the residual form without positions', @no_positions
    'motion prescribed by the constraints', @prescribed
    'dynamical and auxiliary unknowns in the residual form', @all_unknowns
    'a force that depends on lambda', @friction
    'requested times', @requested
    '[t, y] has rows per time', @rows_per_time
    'what limited the steps, and the condition of the constraints', @information
    'decreasing time span', @decreasing
    'tolerances: number, vector, struct', @tolerances
    'initial values: corrected, checked, assumed', @initial_values
    'initial values that are moved far: one warning', @moved_far
    'initial values that are moved at all, beyond their digits: one warning', @moved_a_little
    'lambda is computed at the start', @initial_lambda
    'initial values as struct and vector', @forms_of_x0
    'NaN and complex values at trial states', @trial_values
    'NaN for ever ends the run', @never_finite
    'NaN names the function, the row and the time', @names_the_function
    'no function is blamed that gave no NaN', @blames_nobody
    'names of the user in messages', @own_names
    'a tolerance that limits the steps is named', @names_the_tolerance
    'what has grown without bound is named', @names_what_grew
    'a tolerance that is not small against the device is told', @small_device
    'a force that jumps is told', @chatter
    'a failed run warns and returns its part', @failed_run
    'warnings come without a stack of calls', @no_stack
    'no warning with Display off', @display_off
    'Stats on prints', @stats_on
    'statistics fit together', @statistics
    'an error of a user function comes back unchanged', @user_error
    'an error at the first call comes back unchanged', @user_error_at_once
    'a function that changes its size is named', @size_changes
    'two runs give the same bits', @twice
    'nested runs', @nested
    'an error inside a nested run', @nested_error
    'clear inside a callback does no harm', @clear_inside
    'autonomous systems', @autonomous
    'the solution holds plain arrays only', @plain
    'without output the solution is drawn', @drawn
    'Dense and Residuals off', @switched_off};
[passed, failed] = geoms_suite ('geoms', cases);

end

function x0 = at_rest ()
x0 = struct ('p', [1; 0]);
end

% ---- solutions ----

% r' = -r alone, and with v' = -v, or w = r
function no_positions ()
fields = {{'nr', 1}, {'nr', 1, 'np', 0, 'nv', 1}, {'nr', 1, 'nw', 1, 'np', 0}};
for i = 1:3
    dims = struct (fields{i}{:});
    eom = @(t,x) -x;
    if i == 3
        eom = @(t,x) [x(1,:) - x(2,:); -x(1,:)];
    end
    n = 1 + (i > 1);
    sys = geomssys ('dims', dims, 'eom', eom, 'vectorized', i == 3);
    sol = geoms (sys, [0 1], ones (n, 1), 'RelTol', 1e-8, 'AbsTol', 1e-8);
    check_close (sol.y(:, end), exp (-1) * ones (n, 1), 1e-7);
    check (isequal (size (sol.p), [0, numel(sol.t)]));
    x0 = geomsinit (sys, 0, struct ('r', 1));
    check (x0.r == 1 && isequal (size (x0.p), [0 1]));
    check (getfield (geomscheck (sys, 0, struct ('r', 1)), 'ok'));
    check_close (geomsval (geomsextend (sol, sys, 2), 1.5), exp (-1.5) * ones (n, 1), 1e-5);
end
res = [];
evalc (['res = geomscompare (geomssys (''dims'', struct (''nr'', 1), ''eom'', @(t,x) -x), [0 1], ', ...
    'struct (''r'', 1), ''Plot'', ''off'', ''Contenders'', {{''psf'', ''radau5''}});']);
check (res(1).error < 1e-4);
end

function exact ()
sol = geoms (pendulum ('mechanical'), [0 3], at_rest (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.y, pendulum_exact (sol.t), 2e-7);
check_close (sol.p, sol.y(4:5, :), 0);
check_close (sol.lambda, sol.y(1, :), 0);
errors = zeros (1, 3);
for i = 1:3
    sol = geoms (pendulum ('vectorized'), [0 2], at_rest (), 'RelTol', 10^(-2-2*i), ...
        'AbsTol', 10^(-2-2*i));
    errors(i) = max (max (abs (sol.p - [0 0 0 1 0; 0 0 0 0 1] * pendulum_exact (sol.t))));
end
check (errors(2) < errors(1) / 10 && errors(3) < errors(2) / 10, 'errors %g %g %g', errors);
end

function no_drift ()
for tol = [1e-3 1e-6 1e-9]
    sol = geoms (quick_model ('pendulum'), [0 10], at_rest (), 'RelTol', tol, 'AbsTol', tol);
    check (all (sol.residual.relative(:) <= 1e-12), 'tolerance %g: %g', tol, ...
        max (sol.residual.relative(:)));
    check (isequal (size (sol.residual.relative), [3, numel(sol.t)]));
    check_close (sol.residual.position, sum (sol.p.^2, 1) - 1, 1e-15);
end
end

function forms_agree ()
for form = {'velocity', 'varying mass', 'vectorized', 'columns', 'model', 'residual', ...
        'residual batch', 'residual jac'}
    sol = geoms (pendulum (form{1}), [0 0.9 1], at_rest (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
    check (strcmp (sol.info.status, 'ok'));
    check_close (sol.y, pendulum_exact (sol.t), 2e-7);
end
end

function same_bits ()
one = geoms (pendulum ('residual'), [0 2], at_rest ());
two = geoms (pendulum ('residual batch'), [0 2], at_rest ());
check (isequal (one.y, two.y) && isequal (one.t, two.t));
one = geoms (pendulum ('columns'), [0 2], at_rest ());
two = geoms (pendulum ('vectorized'), [0 2], at_rest ());
check (isequal (one.y, two.y) && isequal (one.t, two.t));
end

function once_per_batch ()
count = containers.Map ('KeyType', 'char', 'ValueType', 'double');
count('calls') = 0;
plain = pendulum ('residual batch');
eom = plain.functions.eom;
sys = geomssys ('dims', struct ('np', 2, 'nl', 1), 'vectorized', true, ...
    'eom', @(t,x) counted (count, eom, t, x));
geoms_start_calls = count('calls');
sol = geoms (sys, [0 1], at_rest ());
extra = count('calls') - geoms_start_calls - sol.stats.callbacks;
check (extra >= 0 && extra < 40, '%d calls beside those of the run', extra);
check (sol.stats.callbacks < sol.stats.nfevals / 2);
end

function y = counted (count, fcn, t, x)
check (size (t, 1) == 1 && size (t, 2) == size (x, 2));
count('calls') = count('calls') + 1; %#ok<NASGU>
y = fcn (t, x);
end

function car_axis ()
[sys, x0, tspan, reference] = caraxis_system ();
sol = geoms (sys, tspan, x0);
check (max (abs (sol.p(:, end) - reference.extended(7:10))) < 1e-4);
check (all (sol.residual.relative(:) <= 1e-12));
end

function andrews ()
[sys, x0, tspan, reference] = andrews_system ();
sol = geoms (sys, tspan, x0, 'RelTol', 1e-5, 'AbsTol', 1e-5);
check (max (abs (sol.p(:, end) - reference.extended(14:20))) < 1e-2);
check (all (sol.residual.relative(:) <= 1e-12));
end

function psi1 ()
opts = geomsset ('Formulation', 'psi1', 'RelTol', 1e-8, 'AbsTol', 1e-8);
for form = {'vectorized', 'residual', 'reduced'}
    sol = geoms (pendulum (form{1}), [0 2], at_rest (), opts);
    check_close (sol.p, [0 0 0 1 0; 0 0 0 0 1] * pendulum_exact (sol.t), 1e-5);
    check (max (max (sol.residual.relative(1:2, :))) <= 1e-12);
    check (all (isnan (sol.residual.acceleration)) == strcmp (form{1}, 'reduced'));
    check (all (isnan (sol.residual.relative(3, :))) == strcmp (form{1}, 'reduced'));
end
end

function decompositions ()
sys = quick_model ('pendulum');
lu = geoms (sys, [0 1 2], at_rest (), 'RelTol', 1e-8, 'AbsTol', 1e-8);
for word = {'qr', 'svd'}
    sol = geoms (sys, [0 1 2], at_rest (), 'RelTol', 1e-8, 'AbsTol', 1e-8, ...
        'ConstraintDecomposition', word{1});
    check_close (sol.y, lu.y, 1e-6);
end
end

function sys = doubled ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -13.750371636040745655], ...
    'constraint', @(t,p) [1; 1] * (p'*p - 1), 'constraintJacobian', @(t,p) [1; 1] * 2*p', ...
    'constraintAcceleration', @(t,p,v) [1; 1] * 2*(v'*v));
end

% the energy of another start is kept
function moved_far ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -1], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v), ...
    'invariant', @(t,p,v) v'*v / 2 + p(2));
sol = check_warning ('geoms:initial:moved', @() geoms (sys, [0 0.1], ...
    struct ('p', sqrt (0.5) * [1; -1])));
check (~isempty (strfind (lastwarn (), 'p(2) was moved from -0.7071067812')), '%s', lastwarn ());
check_close (sol.p(:, 1), [1; 0], 1e-9);
lastwarn ('');
geoms (sys, [0 0.1], struct ('p', [1; 1e-10]), 'Initial', 'correct');
check (isempty (lastwarn ()), '%s', lastwarn ());
end

function chosen ()
called = @(form) pendulum (form, 'derive', 'off');
found = @(form, varargin) ways (geoms (called (form), [0 0.1], at_rest (), varargin{:}));
check (isequal (found ('mechanical'), {'solved', 'force'}));
check (isequal (found ('varying mass'), {'solved', 'acceleration'}));
check (isequal (found ('residual'), {'iterated', 'force'}));
check (isequal (found ('varying mass', 'VelocityRows', 'force'), {'solved', 'force'}));
check (isequal (found ('mechanical', 'Multipliers', 'iterated'), {'iterated', 'force'}));
check (isequal (found ('mechanical', 'Formulation', 'psi1'), {'', ''}));
check (isequal (found ('mechanical', 'Formulation', 'partition-qr'), {'', ''}));
sol = geoms (called ('varying mass'), [0 0.1], at_rest ());
sol = geomsextend (sol, called ('varying mass'), 0.2);
check (isequal (ways (sol), {'solved', 'acceleration'}));
end

function two = ways (sol)
two = {sol.info.multipliers, sol.info.velocityRows};
end

function redundant ()
sol = check_warning ('geoms:redundant', @() geoms (doubled (), [0 1], at_rest (), 'RelTol', ...
    1e-8, 'AbsTol', 1e-8));
text = lastwarn ();
check (~isempty (strfind (text, 'among g(1), g(2) some')), '%s', text);    % each level's once
check (~isempty (strfind (text, '(rank 1 of 2)')), '%s', text);
check (strcmp (sol.info.status, 'ok'));
x = pendulum_exact (sol.t);
check_close (sol.p, x(4:5, :), 1e-5);
check_close (sol.lambda, [1; 1] * x(1, :) / 2, 1e-3);
found = sol.info.redundant;
check (isequal (found.rows, {'gII(1)', 'gII(2)', 'gI(1)', 'gI(2)', 'g(1)', 'g(2)'}));
check (isequal (found.count, [2 2 2]) && isequal (found.rank, [1 1 1]) && found.automatic);
check (isequal (sol.info.multiplierUnique, [false false]));
sol = check_warning ('', @() geoms (doubled (), [0 1], at_rest (), 'Display', 'off'));
check (strcmp (sol.info.status, 'ok'));
sol = check_warning ('', @() geoms (pendulum ('vectorized'), [0 1], at_rest ()));
check (isempty (sol.info.redundant.rows) && ~sol.info.redundant.automatic);
check (isequal (sol.info.redundant.rank, [1 1 1]) && ~isfield (sol.info, 'multiplierUnique'));
end

function redundant_by_choice ()
sys = doubled ();
sol = geoms (sys, [0 1], at_rest (), 'ConstraintDecomposition', 'lu', 'Display', 'off');
check (strncmp (sol.info.identifier, 'geoms:rank:', 11), '%s', sol.info.identifier);
check (strcmp (sol.info.status, 'failed') && numel (sol.t) == 1 && isequal (sol.p, [1; 0]));
sol = check_warning ('', @() geoms (sys, [0 1], at_rest (), 'ConstraintDecomposition', 'svd', ...
    'RelTol', 1e-8, 'AbsTol', 1e-8));
x = pendulum_exact (sol.t);
check_close (sol.p, x(4:5, :), 1e-5);
check_close (sol.lambda, [1; 1] * x(1, :) / 2, 1e-3);
check (isequal (sol.info.redundant.rank, [1 1 1]) && ~sol.info.redundant.automatic);
end

% two bars on a line: g(2), the distance of their ends, depends on g(1) there
function flat_start ()
sys = geomssys ('mass', [1 1 1], 'force', @(t,p,v) [0; -9.81; 0], ...
    'constraint', @(t,p) [p(1)^2 + p(2)^2 - 1; (p(1) - p(3))^2 + p(2)^2 - 4], ...
    'constraintJacobian', @(t,p) 2*[p(1), p(2), 0; p(1) - p(3), p(2), p(3) - p(1)], ...
    'constraintAcceleration', @(t,p,v) 2*[v(1)^2 + v(2)^2; (v(1) - v(3))^2 + v(2)^2]);
sol = check_warning ('', @() geoms (sys, [0 0.1], struct ('p', [-1; 0; 1])));
check (strcmp (sol.info.status, 'ok'));    % stretched, but regular: the slider is free to go
fixed = @(a) geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], ...
    'constraint', @(t,p) [p(1)^2 + p(2)^2 - 1; (p(1) - a)^2 + p(2)^2 - 4], ...
    'constraintJacobian', @(t,p) 2*[p(1), p(2); p(1) - a, p(2)], ...
    'constraintAcceleration', @(t,p,v) 2*[v'*v; v'*v]);
for text = {'begins in a singular position at t = 0: the rows', 'guess in a singular position: the rows'; 3, 2.9}
    check_error ('geoms:rank:singular', @() geoms (fixed (text{2}), [0 0.1], struct ('p', [1; 0])), ...
        [text{1}, ' g(1), g(2) depend']);
end
one = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p(1)^2 - p(2)^2);
check_error ('geoms:rank:singular', @() geoms (one, [0 0.1], struct ('p', [0; 0])), ...
    'the row g(1) is zero there');
% too far apart for both bars: beside the line they do not meet, either
check_error ('geoms:initial:contradiction', @() geoms (fixed (3.5), [0 0.1], struct ('p', ...
    [1; 0])), 'g(1), g(2)');
[sys, x0] = parallelogram_system (2);
x0.p = [0.5; 0; 0; 2.5; 0; 0; 2; 0; 0];
text = 'the rows g(1), g(3), g(5), g(7) depend on each other there, but not beside it';
for formulation = {'psf', 'psi1', 'index1', 'ggl', 'partition-svd'}
    check_error ('geoms:rank:singular', @() geoms (sys, [0 0.1], x0, 'Formulation', formulation{1}), text);
end
end

function no_constraint ()
for sys = {geomssys('mass', 1, 'force', @(t,p,v) -p), ...
        geomssys('mass', 1, 'force', @(t,p,v) -p, 'vectorized', true), ...
        geomssys('dims', struct ('np', 1), 'eom', @(t,x) [-x(2); x(1)])}
    sol = geoms (sys{1}, [0 10], struct ('p', 1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
    check_close (sol.p, cos (sol.t), 1e-6);
    check_close (sol.v, -sin (sol.t), 1e-6);
    check (isempty (sol.lambda) && size (sol.lambda, 2) == numel (sol.t));
end
end

function prescribed ()
sys = geomssys ('mass', 2, 'force', @(t,p,v) -p, 'constraint', @(t,p) p - sin(t), ...
    'constraintJacobian', @(t,p) 1, 'constraintVelocity', @(t,p,v) v - cos(t), ...
    'constraintAcceleration', @(t,p,v) sin(t));
sol = geoms (sys, [0 3], struct ('p', 0, 'v', 1));
check_close (sol.p, sin (sol.t), 1e-12);
check_close (sol.v, cos (sol.t), 1e-12);
check_close (sol.lambda, sin (sol.t), 1e-11);
end

% r' = -r,  0 = w - 2 r,  v' = w,  p' = v
function all_unknowns ()
sys = geomssys ('dims', struct ('np', 1, 'nv', 1, 'nr', 1, 'nw', 1), ...
    'eom', @(t,x) [x(1) - 2*x(2); -x(2); x(1); x(3)]);
sol = geoms (sys, [0 2], struct ('p', 0, 'v', 0, 'r', 1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check_close (sol.r, exp (-sol.t), 1e-7);
check_close (sol.w, 2 * exp (-sol.t), 1e-7);
check_close (sol.v, 2 - 2 * exp (-sol.t), 1e-7);
check (isequal (size (sol.y, 1), 4) && max (abs (sol.residual.acceleration)) < 1e-12);
end

% a body slides on the plane p2 = 0 with friction 0.2 lambda; lambda = -m g there
function friction ()
force = @(t,p,v,z) [-0.2 * abs(z.lambda); -9.81];
sys = geomssys ('mass', [1 1], 'force', force, 'constraint', @(t,p) p(2), ...
    'constraintJacobian', @(t,p) [0 1], 'constraintAcceleration', @(t,p,v) 0);
sol = geoms (sys, [0 1], struct ('p', [0; 0], 'v', [3; 0]));
check_close (sol.lambda, -9.81 + 0 * sol.t, 1e-10);
check_close (sol.v(1, :), 3 - 0.2 * 9.81 * sol.t, 1e-9);
batch = geomssys ('mass', [1 1], 'force', @(t,p,v,z) [-0.2 * abs(z.lambda); 0*t - 9.81], ...
    'constraint', @(t,p) p(2,:), 'constraintJacobian', @(t,p) [0 1], ...
    'constraintAcceleration', @(t,p,v) 0*t, 'vectorized', true);
other = geoms (batch, [0 1], struct ('p', [0; 0], 'v', [3; 0]));
check (isequal (other.y, sol.y));
end

% ---- what goes in, what comes out ----

function requested ()
t = [0 0.1 0.5 0.5001 1.7 2];
sys = quick_model ('pendulum');
sol = geoms (sys, t, at_rest (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check (isequal (sol.t, t) && isequal (sol.x, t));
check_close (sol.y, pendulum_exact (t), 1e-6);
check (all (sol.residual.relative(:) <= 1e-12));
steps = geoms (sys, [0 2], at_rest (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
check (steps.stats.naccpt == sol.stats.naccpt && isequal (steps.y(:, end), sol.y(:, end)));
end

function rows_per_time ()
[t, y] = geoms (pendulum ('vectorized'), [0 1], at_rest ());
sol = geoms (pendulum ('vectorized'), [0 1], at_rest ());
check (isequal (t, sol.t') && isequal (y, sol.y'));
end

function moved_a_little ()
sys = pendulum ('vectorized', 'names', struct ('p', {{'x', 'y'}}));
run = @(id, p, varargin) check_warning (id, @() geoms (sys, [0 0.01], struct ('p', p, varargin{:})));
sol = run ('geoms:initial:moved', [0.9; 0]);
check (~isempty (strfind (lastwarn (), 'p(1) ''x'' was moved from 0.9 to 1')), lastwarn ());
check (isequal (sol.info.moved.from, 0.9) && sol.info.moved.others == 0);
for p = {[0.999; 0], [1; 0.3], [1; 0.001], [0.8; 0.61], [0.7071; 0.709], [-0.99; 1e-8]}
    run ('geoms:initial:moved', p{1});
end
% so many digits were given; rounding
for p = {[0.7071; 0.7071], [0.7071; -sqrt(0.5)], [0.6; 0.8 + 1e-13], [0.866; 0.5], [-0.258819; 0.965926]}
    sol = run ('', p{1});
    check (isempty (sol.info.moved));
end
% velocities that were given, and what follows from the digits of positions; multipliers
run ('geoms:initial:moved', [1; 0], 'v', [0.01; 1]);
check (~isempty (strfind (lastwarn (), 'v(1) was moved from 0.01 to 0')));
run ('', [0.7071; -sqrt(0.5)], 'v', [1; 1]);
run ('', [1; 0], 'lambda', 3);
lift = geomssys ('mass', 1, 'force', @(t,p,v) 0, 'constraint', @(t,p) p - t, ...
    'constraintJacobian', @(t,p) 1, 'constraintVelocity', @(t,p,v) v - 1, ...
    'constraintAcceleration', @(t,p,v) 0);
check_warning ('', @() geoms (lift, [0 0.1], struct ('p', 0)));
check_warning ('geoms:initial:moved', @() geoms (lift, [0 0.1], struct ('p', 0, 'v', 0)));
% a new start
sol = geoms (sys, [0 0.01], at_rest ());
more = check_warning ('', @() geomsextend (sol, sys, 0.02));
check_warning ('geoms:initial:moved', @() geomsextend (more, sys, 0.03, struct ('p', [0.9; 0])));
end

function information ()
sol = geoms (pendulum ('vectorized'), [0 1], at_rest ());
limiting = sol.info.limiting;
check (isequal (fieldnames (limiting), {'lambda'; 'v'; 'p'}));
check (sum ([limiting.lambda, limiting.v, limiting.p]) == sol.stats.naccpt);
check (isequal (size (sol.info.condition), [3, numel(sol.t)]) && all (sol.info.condition(:) >= 1));
check (isequal (size (sol.residual.invariant), [0, numel(sol.t)]));
names = fieldnames (sol);
check (strcmp (names{end}, 'info'));
names = fieldnames (sol.info);
check (isequal (names(end - 2:end), {'status'; 'message'; 'remedy'}));
end

function decreasing ()
sys = quick_model ('pendulum');
opts = geomsset ('RelTol', 1e-9, 'AbsTol', 1e-9);
there = geoms (sys, [0 1.3], at_rest (), opts);
x0 = struct ('p', there.p(:, end), 'v', there.v(:, end));
back = geoms (sys, [1.3 0.7 0], x0, opts);
check (isequal (back.t, [1.3 0.7 0]));
check_close (back.y, pendulum_exact (back.t), 1e-6);
steps = geoms (sys, [1.3 0], x0, opts);
check (all (diff (steps.t) < 0));
y = geomsval (steps, 0.7);
check_close (y, pendulum_exact (0.7), 1e-6);
end

function tolerances ()
sys = pendulum ('vectorized');
vector = geoms (sys, [0 2], at_rest (), 'AbsTol', [1e-6; 1e-8; 1e-8; 1e-7; 1e-7]);
fields = geoms (sys, [0 2], at_rest (), 'AbsTol', struct ('v', 1e-8, 'p', [1e-7 1e-7]));
number = geoms (sys, [0 2], at_rest ());
check (~isequal (vector.y, fields.y));   % AbsTol of lambda is left to the forces
fields = geoms (sys, [0 2], at_rest (), 'AbsTol', struct ('lambda', 1e-6, 'v', 1e-8, 'p', ...
    [1e-7 1e-7]));
check (isequal (vector.y, fields.y));
check (~isequal (vector.t, number.t));
check_error ('geoms:options:size', @() geoms (sys, [0 2], at_rest (), 'AbsTol', [1 1]), '5');
check_error ('geoms:options:size', @() geoms (sys, [0 2], at_rest (), 'RelTol', struct ('p', ...
    [1e-3 1e-3 1e-3])));
check_error ('geoms:options:name', @() geoms (sys, [0 2], at_rest (), 'AbsTol', struct ('q', 1)));
end

function initial_values ()
sys = pendulum ('vectorized');
x0 = struct ('p', [1.1; 0.1], 'v', [0.1; 1]);
sol = geoms (sys, [0 1], x0);
check (all (sol.residual.relative(:) <= 1e-12));
check (norm (sol.p(:, 1) - x0.p) < 0.2);
check_error ('geoms:initial:inconsistent', @() geoms (sys, [0 1], x0, 'Initial', 'check'));
exact = pendulum_exact (0);
x0 = struct ('p', [1; 0], 'lambda', exact(1));
sol = geoms (sys, [0 1], x0, 'Initial', 'check');
check (isequal (sol.p(:, 1), [1; 0]));
% multipliers that are not given are computed, and are no reason to refuse
sol = geoms (sys, [0 1], struct ('p', [0; -1], 'v', [2; 0]), 'Initial', 'check');
check_close (sol.lambda(1), (4 + 13.750371636040745655) / 2, 1e-12);
check (all (isfinite (sol.extdata.x0)));
sol = geoms (sys, [0 1], struct ('p', [1.1; 0]), 'Initial', 'assume');
check (isequal (sol.p(:, 1), [1.1; 0]));
end

function initial_lambda ()
x0 = struct ('p', [0; -1], 'v', [2; 0]);
sol = geoms (pendulum ('vectorized'), [0 0.1], x0);
check_close (sol.lambda(1), (4 + 13.750371636040745655) / 2, 1e-12);
end

function forms_of_x0 ()
sys = pendulum ('residual');
one = geoms (sys, [0 1], at_rest ());
two = geoms (sys, [0 1], [0; 0; 0; 1; 0]);
three = geoms (sys, [0 1], [0 0 0 1 0]);
check (isequal (one.y, two.y) && isequal (two.y, three.y));
check_error ('geoms:x0:vector', @() geoms (pendulum ('mechanical'), [0 1], [0; 0; 0; 1; 0]), ...
    'struct');
check_error ('geoms:x0:size', @() geoms (sys, [0 1], [1; 0]), '5');
end

% ---- failures ----

% a wall that can be looked behind by too long a step only
function trial_values ()
for bad = [NaN, Inf, 1i]
    sys = geomssys ('mass', 1, 'force', @(t,p,v) -1 + bad_if (p < 0.1, bad) + 1 ./ max (p, 0.1).^2);
    sol = geoms (sys, [0 5], struct ('p', 2, 'v', -1), 'InitialStep', 4);
    check (strcmp (sol.info.status, 'ok') && sol.stats.ncrjct > 0, '%g: %s', bad, sol.info.message);
    check (isreal (sol.y) && all (isfinite (sol.y(:))));
end
end

function y = bad_if (condition, bad)
y = 0;
if condition
    y = bad;
end
end

function names_the_function ()
zero = @(t) 0 / (t <= 0.5);
names = struct ('v', {{'vx', 'vy'}}, 'lambda', {{'rod'}});
cases = {
    'mass', @(t,p) eye(2) + [0 0; 0 zero(t)], '''mass'' returned NaN in row 2 ''vy'', column 2'
    'force', @(t,p,v) [0; zero(t)], '''force'' returned NaN in row 2 ''vy'' at t = 0.5'
    'force', @(t,p,v) [sqrt(0.5 - t); 0], '''force'' returned the complex number'
    'constraintJacobian', @(t,p) 2*p' + zero(t), '''constraintJacobian'' returned NaN in row 1 ''rod'''
    'constraintAcceleration', @(t,p,v) 2*(v'*v) + zero(t), '''constraintAcceleration'' returned NaN'};
for i = 1:size (cases, 1)
    for method = {'radau5', 'bdf', 'dopri5'}
        form = 'mechanical';
        if strcmp (cases{i, 1}, 'mass')
            form = 'varying mass';
        end
        sys = pendulum (form, 'names', names);
        if strncmp (cases{i, 1}, 'constraint', 10)
            sys = geomssys (sys, 'derive', 'off');    % else it is not called
        end
        sys.functions.(cases{i, 1}) = cases{i, 2};
        sol = check_warning ('geoms:callback:finite', @() geoms (sys, [0 1], at_rest (), 'Method', ...
            method{1}));
        check (~isempty (strfind (sol.info.message, cases{i, 3})), sol.info.message);
        check (sol.t(end) <= 0.5 && sol.t(end) > 0.4);
    end
end
end

% no result was NaN, or long before the step that failed
function blames_nobody ()
sys = pendulum ('mechanical', 'derive', 'off');
sol = geoms (sys, [0 0.1], at_rest ());
old = pwd ();
restorer = onCleanup (@() cd (old));
cd (fullfile (fileparts (which ('geoms')), 'private'));
report = struct ('name', 'NOT_FINITE', 'message', 'It cannot be evaluated.', 't', 0.5, 'h', 1e-16);
found = struct ('report', report, 'seen', '', 'seen_error', 0, 'seen_t', [], 'seen_x', []);
none = call_blame_finite (sys, found, sol);
check (~isempty (strfind (none.info.message, 'No function of the system returned NaN')));
found = struct ('report', report, 'seen', 'blocks', 'seen_error', 0, 'seen_t', 0.4, 'seen_x', sol.y(:, 1));
none = call_blame_finite (sys, found, sol);
check (~isempty (strfind (none.info.message, 'No function of the system returned NaN')));
sys.functions.force = @(t,p,v) [NaN; 0];
found.seen_t = 0.5;
force = call_blame_finite (sys, found, sol);
check (~isempty (strfind (force.info.message, 'The function ''force'' returned NaN in row 1 at t = 0.5')));
end

function own_names ()
names = struct ('p', {{'x', 'y'}}, 'lambda', {{'left', 'right'}});
two = @(level) geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -1], 'names', names, ...
    'constraint', @(t,p) [p'*p - 1; p'*p - level], 'constraintJacobian', @(t,p) [2*p'; 2*p'], ...
    'constraintAcceleration', @(t,p,v) 2*(v'*v)*[1; 1]);
check_error ('geoms:initial:contradiction', @() geoms (two (2), [0 1], at_rest ()), 'g(2) ''right''');
sol = check_warning ('geoms:redundant', @() geoms (two (1), [0 0.1], at_rest ()));
check (any (strcmp (sol.info.redundant.rows, 'gII(1) ''left''')));
sys = two (1);
sys.functions.constraintJacobian = @(t,p) [2*p'; 3*p'];
check_error ('geoms:check:jacobian', @() geoms (sys, [0 1], at_rest ()), 'row 2 ''right''');
check_error ('geoms:initial:inconsistent', @() geoms (two (1), [0 1], struct ('p', [2; 0]), ...
    'Initial', 'check'), 'g(1) ''left''');
end

function names_the_tolerance ()
sys = pendulum ('vectorized', 'names', struct ('lambda', {{'rod'}}));
sol = check_warning ('geoms:steps:many', @() geoms (sys, [0 20], at_rest (), ...
    'AbsTol', [1e-11 1e-3 1e-3 1e-3 1e-3], 'RelTol', [1e-11 1e-3 1e-3 1e-3 1e-3], 'MaxSteps', 100));
check (~isempty (strfind (sol.info.remedy, 'lambda(1) ''rod'' was the largest in')), sol.info.remedy);
check (~isempty (strfind (sol.info.remedy, 'AbsTol.lambda (it is 1e-11)')));
end

function names_what_grew ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [v(1)^3; -9.81], 'constraint', @(t,p) p(2) - p(1)^2);
sol = check_warning ('geoms:steps:small', @() geoms (sys, [0 10], struct ('p', [0.1; 0.01], 'v', [1; 0.2])));
grown = 'v\(\d\) has grown from \S+ at t = 0\.\d+ to \S+e\+0[5-9]';
check (~isempty (regexp (sol.info.remedy, grown, 'once')), sol.info.remedy);
% backwards in time it does as well; what a bound ends has not grown
back = geomssys ('mass', 1, 'force', @(t,p,v) -v^3);
sol = check_warning ('geoms:steps:small', @() geoms (back, [5 0], struct ('p', 0, 'v', 1)));
check (~isempty (strfind (sol.info.remedy, 'v(1) has grown from')), sol.info.remedy);
sol = check_warning ('geoms:steps:many', @() geoms (pendulum ('vectorized'), [0 20], at_rest (), ...
    'MaxSteps', 50));
check (isempty (strfind (sol.info.remedy, 'has grown')), sol.info.remedy);
end

function small_device ()
for size_of = [1e-6 1e-9]
    [sys, T] = short_pendulum (size_of);
    sol = check_warning ('geoms:tolerance:size', @() geoms (sys, [0 T], struct ('p', [size_of; 0])));
    text = sprintf ('AbsTol.p = 1e-06 is not small against the positions, %.3g at most', size_of);
    check (~isempty (strfind (lastwarn (), text)), '%s', lastwarn ());
    check (strcmp (sol.info.status, 'ok') && max (sol.residual.relative(:)) < 1e-12);
    check_close (sum (sol.v.^2) / 2 + 9.81 * sol.p(2, :), 0 * sol.t, 0.02 * 9.81 * size_of);
    check_warning ('geoms:tolerance:size', @() geomsextend (sol, sys, 1.1 * T));
    check_warning ('', @() geoms (sys, [0 T], struct ('p', [size_of; 0]), 'Display', 'off'));
    tight = struct ('p', 1e-6 * size_of, 'v', 1e-6 * sqrt (size_of));
    check_warning ('', @() geoms (sys, [0 T], struct ('p', [size_of; 0]), 'AbsTol', tight));
end
% at rest, and slow
rest = @(varargin) geoms (geomssys ('mass', 1, 'force', @(t,p,v) -1e-7 * p), [0 1], struct (varargin{:}));
check_warning ('', @() rest ('p', 0));
check_warning ('', @() rest ('p', 1));
check_warning ('geoms:tolerance:size', @() rest ('p', 1e-7));
slow = geomssys ('mass', 1, 'force', @(t,p,v) -1e-14 * p);
check_warning ('geoms:tolerance:size', @() geoms (slow, [0 3e7], struct ('p', 1)));
check (strncmp (lastwarn (), 'AbsTol.v = 1e-06 is not small', 29), '%s', lastwarn ());
end

function [sys, T] = short_pendulum (size_of)
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - size_of^2, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
T = 20 * sqrt (size_of / 9.81);
end

function chatter ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) 0.5*sin (t) - sign (v), 'vectorized', true);
for method = {'radau5', 'bdf'}
    sol = check_warning ('geoms:steps:many', @() geoms (sys, [0 10], struct ('p', 0, 'v', 0.1), ...
        'MaxSteps', 3000, 'Method', method{1}));
    check (~isempty (strfind (sol.info.remedy, 'v(1) changes its sign')), sol.info.remedy);
    since = regexp (sol.info.remedy, 'Since t = ([0-9.]+)', 'tokens');
    check (abs (str2double (since{1}{1}) - 0.1) < 0.02, sol.info.remedy);
end
% smooth motion that takes many steps is none
sol = check_warning ('geoms:steps:many', @() geoms (quick_model ('pendulum'), [0 100], ...
    at_rest (), 'MaxSteps', 1000));
check (isempty (strfind (sol.info.remedy, 'Since t')));
end

function never_finite ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p + bad_if (t > 0.5, NaN));
sol = geoms (sys, [0 1], struct ('p', 1), 'Display', 'off');
check (strcmp (sol.info.status, 'failed') && sol.t(end) > 0.4 && sol.t(end) <= 0.5);
check_close (sol.p, cos (sol.t), 1e-5);
end

function failed_run ()
sys = pendulum ('vectorized');
sol = check_warning ('geoms:steps:many', @() geoms (sys, [0 10], at_rest (), 'MaxSteps', 10));
check (strcmp (sol.info.status, 'failed') && sol.info.idid == -1117);
check (strcmp (sol.info.identifier, 'geoms:steps:many') && ~isempty (sol.info.remedy));
check (sol.t(end) > 0 && sol.t(end) < 10);
check_close (sol.y, pendulum_exact (sol.t), 1e-4);
check (~isempty (strfind (sol.info.message, 't =')), 'no time in: %s', sol.info.message);
end

% also with a warning that is made an error; what the user has set stays
function no_stack ()
old = warning ('query', 'backtrace');
restorer = onCleanup (@() warning (old.state, 'backtrace'));
for state = {'on', 'off'}
    warning (state{1}, 'backtrace');
    text = evalc ('geoms (pendulum (''vectorized''), [0 5], at_rest (), ''MaxSteps'', 20);');
    check (~isempty (strfind (text, 'MaxSteps')) && isempty (strfind (text, 'called from')) ...
        && isempty (strfind (text, 'run_tell')), text);
    check (strcmp (getfield (warning ('query', 'backtrace'), 'state'), state{1}));
end
end

function display_off ()
sys = pendulum ('vectorized');
sol = check_warning ('', @() geoms (sys, [0 10], at_rest (), 'MaxSteps', 10, 'Display', 'off'));
check (strcmp (sol.info.status, 'failed'));
end

function stats_on ()
sys = pendulum ('vectorized'); %#ok<NASGU>
text = evalc ('sol = geoms (sys, [0 1], struct (''p'', [1; 0]), ''Stats'', ''on'');');
check (~isempty (strfind (text, 'naccpt')) && ~isempty (strfind (text, 'reached')));
end

function statistics ()
sol = geoms (pendulum ('residual batch'), [0 5], at_rest ());
s = sol.stats;
names = {'nsteps', 'nfailed', 'nfevals', 'npds', 'ndecomps', 'nsolves', 'naccpt', 'neom', ...
    'nmas', ...
    'njac', 'nsel', 'npdec', 'nedec', 'nbsub', 'nstep', 'nerjct', 'ncrjct', 'callbacks', ...
    'seconds', 'secondsCallbacks'};
check (all (isfield (s, names)));
check (s.nsteps == s.naccpt && s.naccpt == numel (sol.t) - 1);
check (s.nstep == s.naccpt + s.nerjct + s.ncrjct, '%d %d %d %d', s.nstep, s.naccpt, s.nerjct, ...
    s.ncrjct);
check (s.nfevals == s.neom + s.neomjac + s.neomout && s.npds == s.njac);
check (s.callbacks > 0 && s.secondsCallbacks > 0 && s.seconds >= s.secondsCallbacks);
end

function user_error ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) fails_after (0.5, t, -p));
message = check_error ('my:own:error', @() geoms (sys, [0 1], struct ('p', 1)));
check (strcmp (message, 'It is 100% mine: \n stays, %d too.'), '%s', message);
sol = geomslast ();
check (strcmp (sol.info.status, 'failed') && sol.t(end) > 0 && sol.t(end) <= 0.5);
check_close (sol.p, cos (sol.t), 1e-5);
end

function f = fails_after (limit, t, f)
if any (t > limit)
    error ('my:own:error', '%s', 'It is 100% mine: \n stays, %d too.');
end
end

function user_error_at_once ()
for form = {'mechanical', 'residual'}
    sys = pendulum (form{1});
    names = fieldnames (sys.functions);
    name = names{1};
    fcn = sys.functions.(name);
    if strcmp (form{1}, 'mechanical')
        sys.functions.(name) = @(t,p,v) fails_after (-1, t, fcn (t, p, v));
    else
        sys.functions.(name) = @(t,x) fails_after (-1, t, fcn (t, x));
    end
    check_error ('my:own:error', @() geoms (sys, [0 1], at_rest ()));
end
end

function size_changes ()
longer = @(t, f) [f; ones(double (any (t > 0.5)), size (f, 2))];
for name = {'force', 'constraint', 'constraintAcceleration'}
    for form = {'mechanical', 'vectorized'}
        sys = pendulum (form{1});
        fcn = sys.functions.(name{1});
        if strcmp (name{1}, 'constraint')
            sys.functions.constraint = @(t,p) longer (t, fcn (t, p));
        else
            sys.functions.(name{1}) = @(t,p,v) longer (t, fcn (t, p, v));
        end
        check_error ('geoms:callback:size', @() geoms (sys, [0 1], at_rest ()), name{1});
    end
end
plain = pendulum ('residual');
eom = plain.functions.eom;
for vectorized = [false true]
    sys = geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', @(t,x) longer (t, eom (t, x)), ...
        'vectorized', vectorized);
    check_error ('geoms:callback:size', @() geoms (sys, [0 1], at_rest ()), 'eom');
    sys.functions.eom = @(t,x) single_after (t, eom (t, x));
    check_error ('geoms:callback:type', @() geoms (sys, [0 1], at_rest ()), 'single');
end
sys = pendulum ('mechanical', 'derive', 'off');
sys.functions.force = @(t,p,v) single_after (t, [0; -9.81]);
check_error ('geoms:callback:type', @() geoms (sys, [0 1], at_rest ()), 'force');
end

function y = single_after (t, y)
if any (t > 0.5)
    y = single (y);
end
end

% ---- repetition, nesting ----

function twice ()
for form = {'mechanical', 'residual jac'}
    one = geoms (pendulum (form{1}), [0 3], at_rest ());
    between = geoms (pendulum ('vectorized'), [0 0.3], struct ('p', [0; 1]), 'MaxStep', ...
        0.01); %#ok<NASGU>
    two = geoms (pendulum (form{1}), [0 3], at_rest ());
    check (isequal (one.y, two.y) && isequal (one.t, two.t));
    check (isequal (one.idata, two.idata) && isequal (one.residual, two.residual));
end
end

% the spring's stiffness is what another integration gives: 1
function f = stiffness_by_integration (t, p)
sys = geomssys ('mass', 1, 'force', @(t,p,v) 2 + 0*p);
sol = geoms (sys, [0 1], struct ('p', 0));
f = -sol.p(end) * p + 0 * t;
end

function nested ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) stiffness_by_integration (t, p));
sol = geoms (sys, [0 1], struct ('p', 1), 'RelTol', 1e-4, 'AbsTol', 1e-4);
plain = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], struct ('p', 1), ...
    'RelTol', 1e-4, 'AbsTol', 1e-4);
check_close (sol.p(end), plain.p(end), 1e-9);
end

function nested_error ()
inner = geomssys ('mass', 1, 'force', @(t,p,v) fails_after (0.1, t, -p));
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p + 0 * end_of (inner, t));
check_error ('my:own:error', @() geoms (sys, [0 1], struct ('p', 1)));
sol = geomslast ();
check (sol.extdata.tspan(end) == 1 && sol.t(end) > 0);
check_close (force_free (), 1, 1e-9);
end

function p = end_of (sys, t)
sol = geoms (sys, [0 0.05 + (t > 0.3)], struct ('p', 1));
p = sol.p(end);
end

function p = force_free ()
sol = geoms (geomssys ('mass', 1, 'force', @(t,p,v) 0*p), [0 1], struct ('p', 0, 'v', 1));
p = sol.p(end);
end

function clear_inside ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) cleared (-p));
sol = geoms (sys, [0 0.2], struct ('p', 1));
check_close (sol.p, cos (sol.t), 1e-5);
end

function f = cleared (f)
clear functions
end

% ---- the rest ----

function autonomous ()
one = geoms (pendulum ('vectorized'), [0 2], at_rest (), 'RelTol', 1e-8, 'AbsTol', 1e-8);
two = geoms (pendulum ('vectorized', 'autonomous', true), [0 2], at_rest (), 'RelTol', 1e-8, ...
    'AbsTol', 1e-8);
check_close (two.p(:, end), one.p(:, end), 1e-6);
end

function plain ()
sol = geoms (pendulum ('mechanical', 'names', struct ('p', {{'x', 'y'}})), [0 1], at_rest ());
only_plain (sol, 'sol');
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
save (file, 'sol');
found = load (file);
check (isequal (found.sol.y, sol.y));
check (isempty (sol.xe) && isempty (sol.ye) && isempty (sol.ie) && strcmp (sol.solver, 'geoms'));
end

function only_plain (value, name)
if isstruct (value)
    fields = fieldnames (value);
    for i = 1:numel (value)
        for j = 1:numel (fields)
            only_plain (value(i).(fields{j}), [name, '.', fields{j}]);
        end
    end
elseif iscell (value)
    cellfun (@(c) only_plain (c, name), value);
else
    check (isnumeric (value) || ischar (value) || islogical (value), '%s is a %s', name, ...
        class (value));
end
end

function drawn ()
old = get (0, 'DefaultFigureVisible');
restorer = onCleanup (@() set (0, 'DefaultFigureVisible', old));
set (0, 'DefaultFigureVisible', 'off');
before = numel (get (0, 'Children'));
geoms (pendulum ('vectorized'), [0 0.1], at_rest ());
check (numel (get (0, 'Children')) == before + 1);
close (gcf ());
end

function switched_off ()
sol = geoms (pendulum ('vectorized'), [0 1], at_rest (), 'Dense', 'off', 'Residuals', 'off');
check (isempty (sol.idata.dense.t) && all (isnan (sol.residual.relative(:))));
check (isequal (size (sol.residual.velocity), [1, numel(sol.t)]));
end

%!test
%! [~, failed] = test_geoms ();
%! assert (failed, 0);
