function [passed, failed] = test_problems ()
%TEST_PROBLEMS  Whole problems: nonholonomic, redundant, spatial, with invariants, with impacts.

cases = {
    'examples: nonholonomic, nine digits, velocity constraints of rounding', @nonholonomic_example
    'parallelograms: nine digits, also with a redundant crank', @parallelograms
    'redundancy: one warning, rows and multipliers', @redundancy
    'redundancy: any row of Andrews'' mechanism may be doubled', @doubled_andrews
    'redundancy: a doubled nonholonomic row', @doubled_edge
    'Bricard''s mechanism: psf keeps all levels', @bricard_psf
    'Bricard''s mechanism: a model in C, 10 s', @bricard_native
    'the top: quaternions and angular momentum', @top
    'the pendulum keeps its energy', @pendulum_energy
    'initial values from guesses that are 20 percent off', @guesses
    'initial values: Example 3.1 of the paper', @conditions
    'impacts: a motion quadratic in t', @impacts
    'the truck: an equilibrium, with the published multipliers', @truck_equilibrium
    'the truck: what is derived, by hand, and in C is the same', @truck_functions
    'the truck: reference values at 10 and 20 s', @truck_references
    'the truck: AbsTol of the multipliers', @truck_tolerances
    'examples: Bricard''s mechanism with psi1', @bricard_example
    'examples: impact', @impact_example
    'examples: long run', @longrun_example};
here = fileparts (mfilename ('fullpath'));
for name = {'nonholonomic', 'bricard', 'impact', 'longrun', 'truck'}
    addpath (fullfile (here, '..', '..', 'examples', name{1}));
end
[passed, failed] = geoms_suite ('problems', cases);

end

function opts = tolerance (value, varargin)
opts = geomsset ('RelTol', value, 'AbsTol', value, varargin{:});
end

% ---- constraints on velocities ----

function nonholonomic_example ()
result = with_picture (@(file) run_nonholonomic (file));
check (numel (result) == 3);
for r = result    % reached: 1.0e-9, 1e-12; another order of sums moves the last digit
    check (r.position <= 2e-9, '%s: error of p %g', r.name, r.position);
    check (r.velocity <= 2e-9, '%s: error of v %g', r.name, r.velocity);
    check (r.constraint <= 2e-12, '%s: |H v| = %g', r.name, r.constraint);
    check (max (r.sol.residual.relative(:)) <= 1e-12);
end
end

% ---- redundant constraints ----

function parallelograms ()
for k = 2:3
    [sys, x0, exact] = parallelogram_system (k);
    [theta, omega] = exact (0.5);
    for formulation = {'psf', 'psi1'}
        if k == 2 && strcmp (formulation{1}, 'psi1')
            continue
        end
        sol = geoms (sys, [0 0.5], x0, tolerance (1e-11, 'Formulation', formulation{1}, ...
            'ConstraintDecomposition', 'svd'));
        check_close (sol.p(3:3:3 * k, end), theta * ones (k, 1), 1e-9);
        check_close (sol.v(3:3:3 * k, end), omega * ones (k, 1), 1e-9);
        check (max (max (sol.residual.relative(1:2, :))) <= 1e-12);
        check (sol.info.redundant.rank(1) == [8 11] * [k == 2; k == 3]);
    end
end
end

function redundancy ()
[sys, x0] = parallelogram_system (3);
sol = check_warning ('geoms:redundant', @() geoms (sys, [0 0.1], x0));
check (isequal (sol.info.redundant.rank(:), [11; 11; 11]));
check (isequal (sol.info.redundant.count(:), [12; 12; 12]));
check (numel (sol.info.redundant.rows) == 36);
check (~any (sol.info.multiplierUnique));
check_warning ('', @() geoms (sys, [0 0.1], x0, 'ConstraintDecomposition', 'svd'));
[sys, x0] = parallelogram_system (2);
sol = check_warning ('', @() geoms (sys, [0 0.1], x0));
check (isempty (sol.info.redundant.rows) && ~isfield (sol.info, 'multiplierUnique'));
end

% rows of the holonomic constraints of a system, one of them several times
function sys = with_rows (given, list)
f = given.functions;
sys = geomssys ('mass', f.mass, 'force', f.force, 'constraint', @(t,p) pick (f.constraint (t, p), list), ...
    'constraintJacobian', @(t,p) pick (f.constraintJacobian (t, p), list), ...
    'constraintAcceleration', @(t,p,v) pick (f.constraintAcceleration (t, p, v), list));
end

function value = pick (value, list)
value = value(list, :);
end

function doubled_andrews ()
[sys, x0] = andrews_system ();
opts = tolerance (1e-9, 'ConstraintDecomposition', 'svd');
base = geoms (sys, [0 0.002], x0, opts);
for list = {[1:6 2], [1:6 5 5]}
    sol = geoms (with_rows (sys, list{1}), [0 0.002], x0, opts);
    check_close (sol.p(:, end), base.p(:, end), 1e-8);
    check_close (sol.v(:, end) / 1e3, base.v(:, end) / 1e3, 1e-8);
    total = zeros (6, 1);
    for i = 1:numel (list{1})
        total(list{1}(i)) = total(list{1}(i)) + sol.lambda(i, end);
    end
    check_close (total / 1e2, base.lambda(:, end) / 1e2, 1e-7);
    check (isequal (~sol.info.multiplierUnique(:), sum (bsxfun (@eq, list{1}', list{1}), 2) > 1));
end
end

function doubled_edge ()
sys = knife_edge_by_hand ();
[~, x0, exact] = knife_edge_system ();
f = sys.functions;
twice = geomssys ('mass', sys.mass, 'force', f.force, 'vectorized', true, 'derive', 'off', ...
    'nonholonomic', @(t,p,v) pick (f.nonholonomic (t, p, v), [1 1]), ...
    'nonholonomicJacobian', @(t,p) both (f.nonholonomicJacobian (t, p)), ...
    'nonholonomicAcceleration', @(t,p,v) pick (f.nonholonomicAcceleration (t, p, v), [1 1]));
x = exact (5);
for formulation = {'psf', 'psi1'}
    sol = geoms (twice, [0 5], x0, tolerance (1e-9, 'Formulation', formulation{1}, ...
        'ConstraintDecomposition', 'svd'));
    check_close ([sol.v(:, end); sol.p(:, end)], x(2:end), 1e-7);
    check_close (sum (sol.mu(:, end)), x(1), 1e-4);
    check_close (diff (sol.mu(:, end)), 0, 1e-8);
    check (~any (sol.info.multiplierUnique));
end
end

function H = both (H)
H = H([1 1], :, :);
end

% ---- bodies in space ----

function bricard_example ()
result = with_picture (@(file) run_bricard (file, 'psi1', 1e-5));
check (result.error <= 1e-3, 'P3: %g', result.error);
check (result.drift <= 1e-3, 'the energy changes by %g', result.drift);
check (result.norm <= 1e-12, 'quaternions: %g', result.norm);
check (max (max (result.sol.residual.relative(1:2, :))) <= 1e-12);
end

function bricard_psf ()
[sys, x0] = bricard_system ();
for sys = {sys, bricard_by_hand()}
    sol = geoms (sys{1}, [0 0.2], x0, tolerance (1e-6, 'ConstraintDecomposition', 'svd'));
    worst = max (sol.residual.relative, [], 2);
    check (all (worst <= 1e-12), 'residuals %g, %g, %g', worst);
end
end

% the same in C, of the model that the C tests use
function bricard_native ()
[sys, x0, probe] = quick_model ('bricard');
if ~strcmp (sys.form, 'native')
    fprintf ('skip Bricard in C: no C sources here to compile\n');
    return
end
sol = geoms (sys, [0 2 10], x0, tolerance (1e-9, 'ConstraintDecomposition', 'svd'));
check (max (sol.residual.relative(:)) <= 1e-12);
mass = repmat ([1; 1; 1; 1/600; 1.01/12; 1.01/12], 5, 1);
E = mass.' * sol.v.^2 / 2 + 9.81 * sum (sol.p(2:7:end, :), 1);
check (max (abs (E - E(1))) <= 1e-7, 'the energy changes by %g', max (abs (E - E(1))));
check_close (probe (sol.y(:, 2:3), 3), [-0.778135373033 0.999730987305; -0.980352683443 ...
    -0.999999963826; -0.197252670617 -0.000268976511], 1e-7);
end

% angular momenta of a top are constant; so is its energy, to rounding if it is an invariant
function top ()
for with_energy = [false true]
    [sys, x0, probe] = top_system (with_energy);
    sol = geoms (sys, [0 0.1], x0, tolerance (1e-7));
    [theta, L] = probe (sol.y);
    check_close (L, L(:, ones (1, size (L, 2))), 1e-6);
    check (max (theta) - min (theta) > 1e-3); % it nods
    check (max (abs (sol.residual.invariant(1, :))) <= 1e-13);
    check (max (sol.residual.relative(:)) <= 1e-12);
    if with_energy
        check (max (abs (sol.residual.invariant(2, :))) <= 1e-11);
    end
end
end

% ---- invariants ----

function pendulum_energy ()
g = 13.750371636040745655;
sys = quick_model ('pendulum_energy');
sol = geoms (sys, [0 20], struct ('p', [1; 0]), tolerance (1e-7));
x = pendulum_exact (20);
check (max (abs (sol.residual.invariant)) <= 1e-12);
check (abs (sol.v(2, end) - x(3)) / g <= 1e-6, 'late by %g s', abs (sol.v(2, end) - x(3)) / g);
end

% ---- initial values ----

function guesses ()
[andrews, a0] = andrews_system ();
[crank, c0] = slidercrank_system ();
systems = {andrews, crank};
starts = {a0, c0};
for i = 1:2
    for k = 1:2
        x0 = starts{i};
        guess = struct ('p', off (x0.p, k), 'v', off (x0.v, k + 7));
        [x, report] = geomsinit (systems{i}, 0, guess);
        check (strcmp (report.status, 'ok'));
        sol = geoms (systems{i}, [0 1e-4], x, 'Initial', 'check');
        check (max (sol.residual.relative(:, 1)) <= 1e-12);
        check (norm (x.p - guess.p) <= 2 * norm (x0.p - guess.p));
    end
end

% redundant, with quaternions
[sys, x0] = bricard_system ();
x = geomsinit (sys, 0, struct ('p', off (x0.p, 1)), 'ConstraintDecomposition', 'svd');
sol = geoms (sys, [0 1e-4], x, 'Initial', 'check', 'ConstraintDecomposition', 'svd');
check (max (sol.residual.relative(:, 1)) <= 1e-12);
end

% every component 20 % off, up or down, the same each time
function x = off (x, k)
x = x .* (1 + 0.2 * sin (13 * k * (1:numel (x))'));
end

% deviation pi/4, by either condition, and the angular velocity
function conditions ()
L = 1.5;
omega = 2.5;
either = {@(t,p,v) [p(1) + p(2); norm(v) / L - omega], ...
    @(t,p,v) [p(1) - L / sqrt(2); norm(v) / L - omega]};
for i = 1:2
    sys = geomssys ('mass', 2 * eye (2), 'force', @(t,p,v) [0; -19.62], ...
        'constraint', @(t,p) p' * p - L^2, 'constraintJacobian', @(t,p) 2 * p', ...
        'constraintAcceleration', @(t,p,v) 2 * (v' * v), 'condition', either{i});
    guess = struct ('p', [1.2; -0.9], 'v', [2; 3]);
    sol = geoms (sys, [0 0.01], guess);
    check_close (sol.p(:, 1), L * [1; -1] / sqrt (2), 1e-12);
    check_close (sol.v(:, 1), omega * L * [1; 1] / sqrt (2), 1e-11);
    x0 = geomsinit (sys, 0, guess);
    check_close ([x0.p; x0.v], [sol.p(:, 1); sol.v(:, 1)], 1e-14);
end
end

% ---- impacts ----

% a point on a slope falls from 1/128 against a wall and is thrown back: at 1/8, 3/8, 5/8, ...
function impacts ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -2], 'constraint', @(t,p) p(1) - p(2), ...
    'constraintJacobian', @(t,p) [1 -1], 'constraintAcceleration', @(t,p,v) 0);
sol = geoms (sys, [0 10], struct ('p', [1; 1] / 128), 'MaxStep', 0.07, ...
    'Events', @(t,p,v) deal (p(1), false, -1), 'EventAction', @(t,p,v,z,ie) deal (p, -v));
check (numel (sol.xe) == 40 && all (sol.ie == 1));
check_close (sol.xe, (1:2:79) / 8, 1e-12);
E = sum (sol.v.^2, 1) / 2 + 2 * sol.p(2, :);
check_close (E, E(1) * ones (size (E)), 1e-14);
end

function impact_example ()
for restitution = [1 0.9]
    result = with_picture (@(file) run_impact (file, restitution, [1e-6 1e-8]));
    check (max (result(1).error) <= 1e-3 && max (result(2).error) <= 1e-5);
    check (max (result(2).error) <= 0.5 * max (result(1).error));
    check (strcmp (result(2).sol.info.status, 'event') && numel (result(2).error) == 20);
    check (all ([result.residual] <= 1e-12));
end
end

% ---- the Eich-Soellner/Fuehrer truck ----

function truck_equilibrium ()
for spring = {'linear', 'pneumatic'}
    for load = {'constrained', 'unconstrained'}
        [sys, x0] = truck_system (spring{1}, load{1});
        f = sys.functions.force (0, x0.p, zeros (9, 1));
        if strcmp (load{1}, 'constrained')
            terms = geomsterms (sys, 0, x0);
            f = f - terms.G.' * [0; -6.80562088888888e4];
            check (max (abs (sys.functions.constraint (0, x0.p))) <= 1e-15);
        end
        check (max (abs (f ./ diag (sys.mass))) <= 1e-11, '%s, %s: %g m/s^2', spring{1}, load{1}, ...
            max (abs (f ./ diag (sys.mass))));
    end
end
end

function name = truck_model (spring, load)
name = ['truck', repmat('_unconstrained', 1, strcmp (load, 'unconstrained')), ...
    repmat('_pneumatic', 1, strcmp (spring, 'pneumatic'))];
end

function truck_functions ()
for spring = {'linear', 'pneumatic'}
    for load = {'constrained', 'unconstrained'}
        [sys, x0] = truck_system (spring{1}, load{1});
        nl = 2 * strcmp (load{1}, 'constrained');
        systems = {sys, truck_by_hand(spring{1}, load{1}), quick_model(truck_model (spring{1}, load{1}))};
        fcn = cellfun (@(sys) geomsrhs (sys, 'index1-explicit'), systems, 'UniformOutput', false);
        for t = [0 0.5 1.1]
            x = [x0.p + 0.01 * sin(7 * t + (1:9)'); 0.1 * cos(5 * t + (1:9)'); 1e4 * ones(nl, 1)];
            found = fcn{1} (t, x);
            check_close (found, fcn{2} (t, x), 1e-12 * max (abs (found)));
            check_close (found, fcn{3} (t, x), 1e-12 * max (abs (found)));
        end
    end
end
end

function truck_references ()
files = {'truck.csv', 'truck_unconstrained.csv'};
bound = [5e-3 * ones(2, 1); 2e-7 * ones(9, 1); 5e-9 * ones(9, 1)];
for spring = {'linear', 'pneumatic'}
    for load = {'constrained', 'unconstrained'}
        free = strcmp (load{1}, 'unconstrained');
        table = reference_values (files{1 + free});
        y = truck_reference (spring{1}, load{1});
        check (isequal (y, table.values(:, (1:2) + 2 * strcmp (spring{1}, 'pneumatic'))));
        [sys, x0] = quick_model (truck_model (spring{1}, load{1}));
        sol = geoms (sys, [0 10 20], x0, truck_options (1e-10, free));
        e = abs (sol.y(:, 2:3) - y);
        check (all (max (e, [], 2) <= bound(1 + 2 * free:end)), '%s, %s: p %g', spring{1}, load{1}, ...
            max (max (e(end - 8:end, :))));
        check (max (sol.residual.relative(:)) <= 1e-12);
    end
end
end

% a joint costs no steps, unless its multipliers of 7e4 must be right to the AbsTol of positions
function truck_tolerances ()
[sys, x0] = quick_model ('truck');
free = quick_model ('truck_unconstrained');
for tol = [1e-6 1e-8]
    one = geoms (sys, [0 20], x0, 'RelTol', tol, 'AbsTol', tol);
    scaled = geoms (sys, [0 20], x0, truck_options (tol, false));
    without = geoms (free, [0 20], x0, truck_options (tol, true));
    limiting = one.info.limiting;
    check (limiting.lambda(1) >= 0.9 * one.stats.naccpt);
    check (one.stats.naccpt > 2 * scaled.stats.naccpt);
    check (abs (scaled.stats.naccpt - without.stats.naccpt) <= 4);
end
end

function opts = truck_options (tol, free)
abs_tol = struct ('p', tol, 'v', tol);
if ~free
    abs_tol.lambda = 1e5 * tol;
end
opts = geomsset ('RelTol', tol, 'AbsTol', abs_tol);
end

% ---- the other examples ----

function longrun_example ()
result = with_picture (@(file) run_longrun (file, [1e-6 1e-7], 20, 40));
for r = result(:).'
    check (r.residual <= 1e-12);
    check (r.largest <= 20 * r.tolerance, 'tolerance %g: error %g', r.tolerance, r.largest);
    check (~r.invariant || r.energy <= 2e-11);
end
if is_long ()
    result = [];
    text = evalc ('result = run_longrun ('''', 1e-7);'); %#ok<NASGU>
    check (result(1).largest <= 1e-2 && result(2).largest <= 1e-4);
end
end

% what run (file) returns, and it draws
function result = with_picture (run) %#ok<INUSD>
file = [tempname(), '.png'];
cleaner = onCleanup (@() delete (file));
result = [];
text = evalc ('result = run (file);'); %#ok<NASGU>
picture = dir (file);
check (numel (picture) == 1 && picture.bytes > 1e4, 'There is no picture.');
end

%!test
%! [~, failed] = test_problems ();
%! assert (failed, 0);
