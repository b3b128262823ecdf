function [passed, failed] = test_formulations ()
%TEST_FORMULATIONS  All formulations with all their methods.

here = fileparts (mfilename ('fullpath'));
folders = {fullfile(here, '..', '..', 'examples', 'slidercrank'), ...
    fullfile(here, '..', '..', 'examples', 'nonholonomic')};
old = path ();
restorer = onCleanup (@() path (old));
addpath (folders{:});
cases = {
    'a pendulum against its exact motion', @exact_pendulum
    'a slider crank against psf, steps and requested times', @slider_crank
    'a knife edge against its exact motion', @knife_edge
    'partition-fixed with one constraint: others are chosen in time', @one_constraint
    'constraints that move, redundant constraints, a force element', @more_systems
    'Project on: all levels hold to rounding', @project_on
    'Project off, the default of the others: what each one keeps', @project_off
    'the method that auto stands for', @auto_method
    'Independent names velocities', @independent
    'wrong Independent', @wrong_independent
    'sol.info.partition tells of the choice', @info
    'other coordinates are chosen where PartitionLimit is exceeded', @switching
    'coordinates that are passed while singular: a warning', @singular_passed
    'coordinates that are singular at the start: an error', @singular_start
    'impossible pairs name the possible ones', @pairs_refused
    'systems that do not fit are refused', @systems_refused
    'forces and dynamics with multipliers are found at rest, too', @multipliers_refused
    'redundant loops: the rank stays, off the constraints, too', @redundant_loops
    'multipliers of all outputs belong to their states', @outputs_refreshed
    'an action near a zero that the correction crosses', @action_once
    'statistics', @statistics
    'events are found to rounding, actions restart', @events
    'a terminal event', @terminal
    'geomsextend: as one run, from a file, too', @extended
    'geomsextend may change the formulation', @other_formulation
    'dense output between the steps', @dense
    'backwards in time', @backwards
    'invariants are kept with Project on', @invariants
    'fixed steps have the order of the method', @orders
    'bdf, trapezoidal: the pendulum, the slider crank', @implicit_motion
    'bdf-fixed, trapezoidal: the order of fixed steps', @implicit_orders
    'bdf, trapezoidal: levels, Project, systems for psf', @implicit_project
    'Step, Order, MaxOrder', @implicit_options
    'bdf, trapezoidal: events, actions', @implicit_events
    'bdf, trapezoidal: geomsextend, Checkpoint', @implicit_extended
    'bdf, radau: a spoiled state', @implicit_state
    'bdf, trapezoidal: backwards in time', @implicit_backwards
    'bdf, trapezoidal: invariants', @implicit_invariants
    'other formulations: the motion, also of requested times', @others_motion
    'other formulations: what each one keeps', @others_keep
    'baumgarte runs backwards, too', @baumgarte_backwards
    'partitions keep velocities at the last step', @last_velocities
    'options that contradict or do nothing are refused', @contradictions
    'other formulations: inconsistent initial values lead away as they must', @others_drift
    'other formulations: Project on, events, actions, backwards', @others_on_the_way
    'other formulations: geomsextend', @others_extended
    'other formulations: residual form, model, varying mass', @others_forms
    'uode integrates its multipliers', @moving_multipliers
    'baumgarte: gains, its equation holds', @baumgarte
    'extended-316 where its multipliers are unique, and where not', @extended_316
    'sol.info.extra', @extra
    'without second derivatives', @without_second
    'the residual form and a model in C', @forms
    'Record, Refine, OutputFcn, Stats, Progress', @outputs
    'plot, check, initial values, last solution', @other_functions
    'an error of a user function comes back unchanged', @user_error};
[passed, failed] = geoms_suite ('formulations', cases);

end

% formulation and method, all of radau5 and dopri5 but psf with radau5, to which they are compared,
% and radau; those for comparisons are in others ()
function list = pairs ()
list = {
    'psf', 'dopri5'
    'psi1', 'radau5'
    'index1-explicit', 'radau5'
    'index1-explicit', 'dopri5'
    'index1-implicit', 'radau5'
    'partition-full', 'dopri5'
    'partition-full', 'radau5'
    'partition-fixed', 'dopri5'
    'partition-fixed', 'radau5'
    'partition-qr', 'dopri5'
    'partition-qr', 'radau5'
    'partition-svd', 'dopri5'
    'partition-svd', 'radau5'
    'psf', 'radau'
    'partition-qr', 'radau'};
end

% the other formulations with some of their methods; 10 times what the errors of smooth motions and of
% their multipliers are with the tolerance 1e-7; which levels hold to a part of the tolerance
function list = others ()
list = {
    'index3', 'radau5', 2e-3, 0.6, 1
    'index3', 'bdf', 8e-4, 0.1, 1
    'index2', 'radau5', 2e-5, 8e-3, 2
    'index2', 'bdf', 3e-4, 1e-2, 2
    'index2', 'hedop5', 1e-6, 2e-6, 2
    'index2', 'mexax', 1e-5, 4e-5, 1:3
    'index1', 'radau5', 3e-6, 3e-5, 3
    'index1', 'dopri5', 2e-5, 7e-5, 3
    'uode', 'dopri5', 2e-4, 6e-4, []
    'uode', 'radau5', 2e-4, 6e-4, []
    'ggl', 'radau5', 2e-5, 8e-3, 1:2
    'ggl', 'bdf', 3e-4, 1e-2, 1:2
    'baumgarte', 'dopri5', 5e-6, 3e-5, 1:2
    'baumgarte', 'radau5', 3e-6, 2e-5, 1:2
    'extended-317', 'radau5', 4e-6, 2e-5, 1:3
    'extended-317', 'bdf', 2e-4, 6e-4, 1:3
    'projected-invariants', 'radau5', 6e-6, 2e-5, 1:3
    'projected-invariants', 'bdf', 1e-4, 4e-4, 1:3};
end

% one method of each
function list = some_others ()
list = others ();
list = list([1 4 5 6 8 9 11 13 15 18], :);
end

function list = but_fixed ()
list = pairs ();
list = list(~strcmp (list(:, 1), 'partition-fixed'), :);
end

function sol = solved (sys, tspan, x0, pair, tol, varargin)
sol = geoms (sys, tspan, x0, 'Formulation', pair{1}, 'Method', pair{2}, 'RelTol', tol, ...
    'AbsTol', tol, varargin{:});
check (strcmp (sol.info.status, 'ok'), '%s, %s: %s', pair{:}, sol.info.message);
end

function check_motion (found, expected, limit, pair)
worst = max (abs (found(:) - expected(:)));
check (worst <= limit, '%s, %s: the error is %.3g, allowed is %.3g', pair{:}, worst, limit);
end

function x0 = at_rest ()
x0 = struct ('p', [1; 0]);
end

% the event p(i) = level of a pendulum, an action that turns v back
function [event, turn] = crossing (sys, i, level, terminal)
if strcmp (sys.form, 'native')
    event = @(t,x) deal (x(3 + i) - level, terminal, 0);
    turn = @(t,x,ie) [x(1); -x(2:3); x(4:5)];
else
    event = @(t,p,v) deal (p(i) - level, terminal, 0);
    turn = @(t,p,v,z,ie) deal (p, -v);
end
end

% ---- agreement ----

function exact_pendulum ()
sys = quick_model ('pendulum');
for pair = but_fixed ()'
    sol = solved (sys, [0 2], at_rest (), pair, 1e-7);
    x = pendulum_exact (sol.t);
    check_motion ([sol.p; sol.v], x([4 5 2 3], :), 3e-6, pair);
    if ~strcmp (pair{1}, 'psi1')            % its multipliers are of lower order
        check_motion (sol.lambda, x(1, :), 3e-5, pair);
    end
end
end

function slider_crank ()
[sys, x0] = quick_model ('slidercrank');
t = 0:0.25:1;
reference = geoms (sys, t, x0, 'RelTol', 1e-11, 'AbsTol', 1e-11);
for pair = pairs ()'
    sol = solved (sys, t, x0, pair, 1e-7);
    check (isequal (sol.t, t));
    check_motion ([sol.p; sol.v], [reference.p; reference.v], 1e-5, pair);
    check (strcmp (pair{1}, 'psi1') || max (abs (sol.lambda(:) - reference.lambda(:))) < 1e-5);
    steps = solved (sys, [0 1], x0, pair, 1e-7);
    check_motion (steps.p(:, end), reference.p(:, end), 1e-5, pair);
    check (numel (steps.t) == steps.stats.naccpt + 1);
end
end

function knife_edge ()
[sys, x0, exact] = quick_model ('knifeedge');
for pair = pairs ()'
    sol = solved (sys, [0 1.4], x0, pair, 1e-7);
    x = exact (sol.t);
    check_motion ([sol.v; sol.p], x(2:end, :), 1e-5, pair);
    check_motion (sol.mu, x(1, :), 3e-4, pair);
end
end

% C_d has one entry, whose condition is always 1: it must not become small unnoticed
function one_constraint ()
sys = quick_model ('pendulum');
x = pendulum_exact (2);
for method = {'dopri5', 'radau5'}
    sol = solved (sys, [0 2], at_rest (), {'partition-fixed', method{1}}, 1e-7);
    check_close ([sol.v(:, end); sol.p(:, end)], x(2:end), 1e-4);
    check (sol.info.partition.switched > 0);
end
end

function more_systems ()
% a pendulum with a moving support at (s (t), 0), s = 0.2 sin 3t, and a filter r' = v1 - r
sys = geomssys ('mass', [1 1], 'force', @(t,p,v,z) [-0.1*z.r; -9.81], ...
    'constraint', @(t,p) (p(1) - 0.2*sin(3*t))^2 + p(2)^2 - 1, ...
    'constraintJacobian', @(t,p) 2*[p(1) - 0.2*sin(3*t), p(2)], ...
    'constraintVelocity', @(t,p,v) 2*(p(1) - 0.2*sin(3*t))*(v(1) - 0.6*cos(3*t)) + 2*p(2)*v(2), ...
    'constraintAcceleration', @(t,p,v) 2*(v(1) - 0.6*cos(3*t))^2 + 2*v(2)^2 ...
    + 3.6*(p(1) - 0.2*sin(3*t))*sin(3*t), 'dynamics', @(t,p,v,z) v(1) - z.r, 'dims', ...
    struct ('nr', 1));
x0 = struct ('p', [0.3; -sqrt(1 - 0.09)], 'v', [0.6; 0], 'r', 0.5);
reference = geoms (sys, [0 0.4], x0, 'RelTol', 1e-11, 'AbsTol', 1e-11);
for pair = pairs ()'
    sol = solved (sys, [0 0.4], x0, pair, 1e-7);
    check_motion ([sol.p(:, end); sol.v(:, end); sol.r(end)], ...
        [reference.p(:, end); reference.v(:, end); reference.r(end)], 1e-5, pair);
end
% the constraint of a pendulum, and twice it: only the SVD can do with it
twice = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -13.750371636040745655], ...
    'constraint', @(t,p) [1; 2] * (p'*p - 1), 'constraintJacobian', @(t,p) [2; 4] * p', ...
    'constraintAcceleration', @(t,p,v) [2; 4] * (v'*v));
x = pendulum_exact (1);
for pair = {'psf', 'partition-svd'; 'dopri5', 'radau5'}
    sol = solved (twice, [0 1], at_rest (), pair, 1e-7, 'ConstraintDecomposition', 'svd');
    check_motion ([sol.v(:, end); sol.p(:, end)], x(2:5), 3e-6, pair);
    check_motion (sol.lambda(:, end), [1; 2] * x(1) / 5, 3e-5, pair);
end
for kind = {'index1-explicit', 'index1-implicit', 'uode', 'index1', 'index2', 'index3', 'ggl', ...
        'baumgarte', 'extended-317', 'projected-invariants', 'partition-full', 'partition-fixed', ...
        'partition-qr'}
    check_error ('geoms:partition:rank', @() geoms (twice, [0 1], at_rest (), 'Formulation', ...
        kind{1}, 'ConstraintDecomposition', 'svd'), 'depend on each other');
end
end

% ---- Project ----

function project_on ()
[crank, x1] = quick_model ('slidercrank');
[edge, x2] = quick_model ('knifeedge');
for pair = pairs ()'
    levels = 1:3 - strcmp (pair{1}, 'psi1');     % its acceleration level holds to tolerance only
    sol = solved (crank, [0 3], x1, pair, 1e-4, 'Project', 'on');
    worst = max (max (sol.residual.relative(levels, :)));
    check (worst <= 1e-12, '%s, %s: %g', pair{:}, worst);
    sol = solved (crank, 0:0.3:3, x1, pair, 1e-4, 'Project', 'on');
    worst = max (max (sol.residual.relative(levels, :)));
    check (worst <= 1e-12, '%s, %s at requested times: %g', pair{:}, worst);
    if ~strcmp (pair{1}, 'partition-fixed')
        sol = solved (edge, [0 3], x2, pair, 1e-4, 'Project', 'on');
        worst = max (max (sol.residual.relative(levels, :)));
        check (worst <= 1e-12, '%s, %s, knife edge: %g', pair{:}, worst);
    end
end
end

function project_off ()
[sys, x0] = quick_model ('slidercrank');
for pair = pairs ()'
    own = {};
    if any (strcmp (pair{1}, {'psf', 'psi1'}))
        own = {'Project', 'off'};
    end
    sol = solved (sys, [0 3], x0, pair, 1e-4, own{:});
    worst = max (sol.residual.relative, [], 2);
    drifts = worst(1) > 1e-12 && worst(1) < 1e-2;
    check (drifts, '%s, %s: position %g', pair{:}, worst(1));
    if any (strcmp (pair{1}, {'partition-fixed', 'partition-qr', 'partition-svd'})) ...
            && strcmp (pair{2}, 'dopri5')
        check (worst(2) < 1e-12, '%s, %s: velocity %g', pair{:}, worst(2));
    end
    if strcmp (pair{1}, 'partition-full') && strcmp (pair{2}, 'dopri5')
        check (worst(3) < 1e-12, '%s, %s: acceleration %g', pair{:}, worst(3));
    end
end
end

function auto_method ()
[sys, x0] = quick_model ('slidercrank');
list = {'psf', 'radau5'; 'psi1', 'radau5'; 'index1-explicit', 'radau5'; 'index1-implicit', ...
    'radau5'; 'uode', 'dopri5'; 'index3', 'radau5'; 'index2', 'radau5'; 'index1', 'radau5'; 'ggl', ...
    'radau5'; 'baumgarte', 'dopri5'; 'extended-317', 'radau5'; 'projected-invariants', 'radau5'; ...
    'partition-full', 'dopri5'; 'partition-fixed', 'dopri5'; 'partition-qr', 'dopri5'; ...
    'partition-svd', 'dopri5'};
for pair = list'
    one = geoms (sys, [0 1], x0, 'Formulation', pair{1});
    two = geoms (sys, [0 1], x0, 'Formulation', pair{1}, 'Method', pair{2});
    check (isequal (one.y, two.y));
end
end

% ---- partitions ----

function independent ()
[sys, x0] = quick_model ('slidercrank');
t = [0 0.05 0.1];            % before the crank stands upright
reference = geoms (sys, t, x0, 'RelTol', 1e-11, 'AbsTol', 1e-11);
for i = 1:3
    for method = {'dopri5', 'radau5'}
        sol = solved (sys, t, x0, {'partition-fixed', method{1}}, 1e-8, 'Independent', i);
        check_close ([sol.p; sol.v], [reference.p; reference.v], 1e-5);
        check (sol.info.partition.independent == i && sol.info.partition.passed == 0);
    end
end
two = geomssys ('mass', [1 1 1], 'force', @(t,p,v) -p, 'constraint', @(t,p) sum (p) - 1, ...
    'constraintJacobian', @(t,p) [1 1 1], 'constraintAcceleration', @(t,p,v) 0);
a = geoms (two, [0 1], struct ('p', [1; 0; 0]), 'Formulation', 'partition-fixed', 'Independent', ...
    [1 3]);
b = geoms (two, [0 1], struct ('p', [1; 0; 0]), 'Formulation', 'partition-fixed', 'Independent', ...
    int8 ([3; 1]));
check (isequal (a.y, b.y) && isequal (a.info.partition.independent, [1 3]));
end

function wrong_independent ()
[sys, x0] = slidercrank_system ();
run = @(list, varargin) geoms (sys, [0 1], x0, 'Formulation', 'partition-fixed', 'Independent', ...
    list, varargin{:});
check_error ('geoms:options:independent', @() run (4), 'the system has 3');
check_error ('geoms:options:independent', @() run ([1 2]), 'there must be 1');
check_error ('geoms:options:independent', @() run ([2 2]), 'twice');
check_error ('geoms:options:value', @() run (0), 'from 1 on');
check_error ('geoms:options:value', @() run (1.5), 'Independent');
check_error ('geoms:options:value', @() run ('x'), 'Independent');
check_error ('geoms:options:independent', @() run (1, 'Formulation', 'partition-qr'), ...
    'not to ''partition-qr''');
check_error ('geoms:options:independent', @() geoms (sys, [0 1], x0, 'Independent', 1), '''psf''');
check_error ('geoms:options:value', @() geoms (sys, [0 1], x0, 'PartitionLimit', 0.5), ...
    'PartitionLimit');
end

function info ()
[sys, x0] = quick_model ('slidercrank');
for kind = {'partition-svd', 'partition-qr', 'partition-fixed'}
    sol = geoms (sys, [0 1], x0, 'Formulation', kind{1});
    p = sol.info.partition;
    for i = 1:numel (sol.t)
        C = crank_jacobian (sol.p(:, i));
        [~, R] = qr (C', 0);
        expected = [cond(C), cond(R, 1), cond(C(:, 1:2), 1)];
        check_close (p.condition(i) / expected(strcmp (kind{1}, {'partition-svd', ...
            'partition-qr', 'partition-fixed'})), 1, 1e-9);
    end
    check (isequal (p.condition, sol.info.condition(2, :)));
    check (p.worst >= max (p.condition) * (1 - 1e-12) && any (sol.t == p.worstTime));
end
check (isequal (p.independent, 3) && ~isempty (strfind (p.names{1}, 'beta''')));
check (p.switched == 0 && p.passed == 0 && isempty (p.passedTimes));
sol = geoms (sys, [0 1], x0, 'Formulation', 'partition-svd');
check (isequal (sort (fieldnames (sol.info.partition)), {'condition'; 'worst'; 'worstTime'}));
for kind = {'uode', 'partition-full'}
    sol = geoms (sys, [0 1], x0, 'Formulation', kind{1});
    check (~isfield (sol.info, 'partition') && all (isnan (sol.info.condition(:))));
end
end

% of slidercrank_system with l1 = 0.15, l2 = 0.3
function C = crank_jacobian (p)
theta = p(2) + p(3);
s = -0.15 * sin (theta);
c = 0.15 * cos (theta);
C = [1, s - 0.3*sin(p(2)), s; 0, c + 0.3*cos(p(2)), c];
end

% a crank that is almost as long as the rod: beta is nearly singular twice in a turn
function switching ()
[sys, x0] = quick_model ('slidercrank', 0.29);
reference = geoms (sys, [0 2], x0, 'RelTol', 1e-11, 'AbsTol', 1e-11);
for method = {'dopri5', 'radau5'}
    never = solved (sys, [0 2], x0, {'partition-fixed', method{1}}, 1e-8, 'PartitionLimit', 1e300);
    often = solved (sys, [0 2], x0, {'partition-fixed', method{1}}, 1e-8, 'PartitionLimit', 2);
    check (never.info.partition.switched == 0 && often.info.partition.switched > 1);
    check (often.info.partition.worst < 0.7 * never.info.partition.worst);
    check_close ([often.p(:, end); often.v(:, end)], [reference.p(:, end); reference.v(:, end)], ...
        2e-5);
end
end

% x at the dead centres
function singular_passed ()
[sys, x0] = quick_model ('slidercrank');
reference = analytical_reference ();
sol = check_warning ('geoms:partition:passed', @() geoms (sys, [0 1.2], x0, 'Formulation', ...
    'partition-fixed', 'Independent', 1));
p = sol.info.partition;
check (p.passed == 2 && numel (p.passedTimes) == 2 && p.worst > 10);
for t = p.passedTimes
    y = geomsval (sol, t);
    check (abs (sin (reference.crank (y(6:8)))) < 0.5);
end
check (~isempty (strfind (lastwarn (), 'v(1) x''')) && isempty (strfind (lastwarn (), '%')));
sol = check_warning ('', @() geoms (sys, [0 1.2], x0, 'Formulation', 'partition-fixed', ...
    'Independent', 1, 'Display', 'off'));
check (sol.info.partition.passed == 2);
end

function singular_start ()
sys = quick_model ('pendulum');
for method = {'dopri5', 'radau5'}
    check_error ('geoms:partition:singular', @() geoms (sys, [0 1], at_rest (), 'Formulation', ...
        'partition-fixed', 'Method', method{1}, 'Independent', 1), 'v(1)');
end
end

% ---- what cannot be ----

function pairs_refused ()
sys = quick_model ('pendulum');
for kind = {'psi1', 'index1-implicit'}
    check_error ('geoms:options:pair', @() geoms (sys, [0 1], at_rest (), 'Formulation', kind{1}, ...
        'Method', 'dopri5'), 'possible are ''radau5''');
end
implicit = '''radau5'', ''bdf'', ''bdf-fixed'', ''trapezoidal'', ''radau''';
list = {'index3', implicit; 'index2', [implicit, ', ''hedop5'', ''mexax''']; 'ggl', implicit; ...
    'extended-316', implicit; 'extended-317', implicit; 'projected-invariants', implicit};
for pair = list'
    check_error ('geoms:options:pair', @() geoms (sys, [0 1], at_rest (), 'Formulation', pair{1}, ...
        'Method', 'dopri5'), sprintf ('Method ''dopri5'' cannot be used with Formulation ''%s'': %s', ...
        pair{1}, ['possible are ', pair{2}, '.']));
end
for kind = {'psf', 'index1', 'uode', 'baumgarte', 'partition-full'}
    check_error ('geoms:options:pair', @() geoms (sys, [0 1], at_rest (), 'Formulation', kind{1}, ...
        'Method', 'mexax'), '''dopri5''');
end
check_error ('geoms:options:value', @() geomsset ('Formulation', 'partition'), '''partition-svd''');
check_error ('geoms:options:value', @() geomsset ('Method', 'ode45'), '''dopri5''');
end

function systems_refused ()
[sys, x0] = skate ('plain');
touching = geomssys ('mass', 1, 'force', @(t,p,v,z) -z.s, 'contact', @(t,p,z) z.s - p, 'dims', ...
    struct ('ns', 1));
friction = geomssys ('mass', eye (2), 'force', @(t,p,v,z) [0; -1] - z.lambda^2 * v, 'constraint', ...
    @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', ...
    @(t,p,v) 2*(v'*v));
list = some_others ();
list = [pairs(); list(:, 1:2); {'extended-316', 'radau5'}];
[~, one] = unique (list(:, 1));
list = list(one, :);
for pair = list(~strcmp (list(:, 1), 'psi1'), :)'
    set = {'Formulation', pair{1}, 'Method', pair{2}};
    check_error ('geoms:formulation:system', @() geoms (sys, [0 1], x0, set{:}), 'variables w');
    check_error ('geoms:formulation:system', @() geoms (touching, [0 1], struct ('p', 1), set{:}), ...
        'contact');
    check_error ('geoms:formulation:system', @() geoms (friction, [0 1], struct ('p', [1; 0], 'v', ...
        [0; 1]), set{:}), 'lambda');
    if ~any (strcmp (pair{1}, {'index3', 'index2', 'ggl'}))
        check_error ('geoms:system:reduced', @() geoms (pendulum ('reduced'), [0 1], at_rest (), ...
            set{:}), ['Formulation ''', pair{1}, ''' needs the rows gII and hI']);
    end
end
end

% ---- along the run ----

% friction that vanishes at the start, r' that a multiplier drives
function multipliers_refused ()
parts = {'mass', eye(2), 'constraint', @(t, p) p' * p - 1, 'constraintJacobian', @(t, p) 2 * p', ...
    'constraintAcceleration', @(t, p, v) 2 * (v' * v)};
rough = geomssys (parts{:}, 'force', @(t, p, v, z) [0; -9.81] - 0.1 * abs (z.lambda(1)) * v);
driven = geomssys (parts{:}, 'force', @(t, p, v) [0; -9.81], 'dynamics', ...
    @(t, p, v, z) z.lambda(1) - z.r, 'dims', struct ('nr', 1));
for pair = {'psf', 'dopri5'; 'uode', 'dopri5'; 'index1-explicit', 'radau5'; 'partition-svd', 'dopri5'}'
    set = {'Formulation', pair{1}, 'Method', pair{2}};
    check_error ('geoms:formulation:system', @() geoms (rough, [0 1], at_rest (), set{:}), ...
        'forces that depend on lambda');
    check_error ('geoms:formulation:system', @() geoms (driven, [0 1], at_rest (), set{:}), ...
        'dynamics (b) that depend on lambda');
end
[~, ode] = geomsrhs (rough, 'uode');
check_error ('geoms:formulation:system', @() ode.pack (at_rest ()));
end

% the Bricard linkage: 30 rows of rank 29
function redundant_loops ()
[sys, x0] = quick_model ('bricard');
state = warning ('off', 'geoms:redundant');
restorer = onCleanup (@() warning (state));
reference = geoms (sys, [0 0.3], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
for pair = {'psf', 'dopri5'; 'partition-svd', 'dopri5'; 'partition-svd', 'radau5'}'
    sol = solved (sys, [0 0.3], x0, pair', 1e-7);
    check_close (sol.p(:, end), reference.p(:, end), 1e-4);
    check (sol.stats.naccpt < 30, '%s, %s: %d steps', pair{:}, sol.stats.naccpt);
end
end

% velocities become consistent after each step
function outputs_refreshed ()
[sys, x0] = quick_model ('slidercrank');
for pair = {'partition-fixed', 'partition-qr', 'partition-svd'}
    for residuals = {'on', 'off'}
        sol = geoms (sys, [0 2], x0, 'Formulation', pair{1}, 'RelTol', 1e-5, 'AbsTol', 1e-5, ...
            'Residuals', residuals{1});
        if strcmp (residuals{1}, 'on')
            check (max (max (sol.residual.relative(2:3, :))) < 1e-12, pair{1});
            with = sol.lambda;
        end
    end
    check (isequal (sol.lambda, with), '%s: the same without residuals', pair{1});
end
end

% a pendulum that bounces off x = 0.6: each time once, though the correction moves the state
function action_once ()
sys = quick_model ('pendulum');
[wall, turn] = crossing (sys, 1, 0.6, false);
for pair = pairs ()'
    sol = solved (sys, [0 2], at_rest (), pair', 1e-4, 'Events', wall, 'EventAction', turn);
    check (numel (sol.xe) > 2 && min (diff (sol.xe)) > 0.1, '%s, %s: events at %s', pair{:}, ...
        mat2str (sol.xe));
end
end

function statistics ()
[sys, x0] = slidercrank_system ();
sys = geomssys (sys, 'derive', 'off');
for pair = pairs ()'
    sol = solved (sys, [0 1], x0, pair, 1e-6);
    s = sol.stats;
    check (s.naccpt == numel (sol.t) - 1 && s.nstep >= s.naccpt && s.neom > s.naccpt);
    check (s.nsteps == s.naccpt && s.callbacks > 0 && s.seconds >= s.secondsCallbacks);
    if strcmp (pair{2}, 'dopri5')
        check (s.njac < 5 && s.nedec == 0 && s.nbsub == 0, '%s', pair{1});   % initial values
    else
        check (s.njac > 0 && s.nedec > 0 && s.nbsub > 0, '%s', pair{1});
    end
    counts = cellfun (@(name) sum (sol.info.limiting.(name)), {'p', 'v'});
    check (sum (counts) > 0);
end
end

% the lowest point, at which v is turned back
function events ()
sys = quick_model ('pendulum');
[bottom, turn] = crossing (sys, 1, 0, false);
lowest = pendulum_exact (0.5);
turned = pendulum_exact (1.8);
for pair = but_fixed ()'
    run = @(varargin) solved (sys, [0 1.8], at_rest (), pair, 1e-8, 'Events', bottom, varargin{:});
    sol = run ();
    check (isequal (sol.ie, [1 1]), '%s, %s: %d events', pair{:}, numel (sol.ie));
    check_motion (sol.xe, [0.5 1.5], 1e-6, pair);
    check_motion (sol.ye, [lowest, lowest .* [1; -1; 1; 1; 1]], 1e-5, pair);
    check_motion (sol.ye(4, :), [0 0], 1e-13, pair);
    sol = run ('EventAction', turn);
    check_motion (sol.xe, [0.5 1.5], 1e-6, pair);
    at = find (sol.t == sol.xe(1));
    check (numel (at) == 2, '%s, %s: %d times the same', pair{:}, numel (at));
    check_close (sol.p(:, at(1)), sol.p(:, at(2)), 1e-6);    % onto the constraints
    check_close (sol.v(:, at(1)), -sol.v(:, at(2)), 1e-6);
    check_motion (sol.p(:, end), turned(4:5), 1e-5, pair);
end
end

function terminal ()
[sys, x0] = slidercrank_system ();
for pair = pairs ()'
    sol = geoms (sys, [0 3], x0, 'Formulation', pair{1}, 'Method', pair{2}, 'Events', ...
        @(t,p,v) deal (p(1, :) - 0.3, 1 + 0 * t, 0 * t));
    check (strcmp (sol.info.status, 'event') && numel (sol.xe) == 1);
    check_close (sol.p(1, end), 0.3, 1e-13);
end
end

function extended ()
[sys, x0] = quick_model ('slidercrank');
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
for pair = pairs ()'
    whole = solved (sys, [0 0.5], x0, pair, 1e-6);
    part = solved (sys, [0 0.237], x0, pair, 1e-6);
    need_same (geomsextend (part, sys, 0.5), whole, pair);
    part = geoms (sys, [0 0.5], x0, 'Formulation', pair{1}, 'Method', pair{2}, 'MaxSteps', 9, ...
        'AbsTol', 1e-6, 'Checkpoint', file, 'Display', 'off');
    kept = load (file);
    sol = geomsextend (kept.sol, sys, 0.5, [], geomsset ('MaxSteps', 10000));
    need_same (sol, whole, pair);
    check (numel (part.t) < 11);
end
[sys, x0] = quick_model ('slidercrank', 0.29);
set = {'Formulation', 'partition-fixed', 'PartitionLimit', 2};
whole = geoms (sys, [0 2], x0, set{:});
for t = [0.2 0.7 1.3]
    sol = geomsextend (geoms (sys, [0 t], x0, set{:}), sys, 2);
    need_same (sol, whole, {'partition-fixed', 'switching'});
    check (isequal (sol.info.partition, whole.info.partition));
end
end

function need_same (sol, whole, pair)
for name = {'t', 'y', 'residual', 'idata'}
    check (isequal (sol.(name{1}), whole.(name{1})), '%s, %s: %s differs', pair{:}, name{1});
end
for name = {'naccpt', 'nstep', 'neom', 'njac', 'nedec', 'nbsub'}
    check (sol.stats.(name{1}) == whole.stats.(name{1}), '%s, %s: %s differs', pair{:}, name{1});
end
end

function other_formulation ()
[sys, x0] = quick_model ('slidercrank');
reference = geoms (sys, [0 1], x0, 'RelTol', 1e-11, 'AbsTol', 1e-11);
tight = {'RelTol', 1e-8, 'AbsTol', 1e-8};
for kinds = {'psf', 'partition-svd', 'index1-implicit'; 'partition-qr', 'psf', 'uode'}
    first = geoms (sys, [0 0.5], x0, 'Formulation', kinds{1}, tight{:});
    last = struct ('p', first.p(:, end), 'v', first.v(:, end));
    sol = geomsextend (first, sys, 1, last, geomsset ('Formulation', kinds{2}, tight{:}));
    check_close ([sol.p(:, end); sol.v(:, end)], [reference.p(:, end); reference.v(:, end)], 1e-6);
    between = geomsval (sol, linspace (0, 1, 23));
    check (all (isfinite (between(:))));
end
% without initial values the run goes on, and nothing of this can change
first = geoms (sys, [0 0.1], x0, 'Formulation', 'partition-fixed');
for change = {{'Formulation', 'psf'}, {'Method', 'radau5'}}
    check_error ('geoms:extend:method', @() geomsextend (first, sys, 0.2, [], ...
        geomsset (change{1}{:})));
end
check_error ('geoms:options:independent', @() geomsextend (first, sys, 0.2, [], ...
    geomsset ('Independent', 2)), 'goes on');
last = struct ('p', first.p(:, end), 'v', first.v(:, end));
sol = geomsextend (first, sys, 0.15, last, geomsset ('Independent', 2));
check (sol.info.partition.independent == 2);
sol = geomsextend (sol, sys, 0.153, [], geomsset ('Independent', 2));
check (sol.info.partition.independent == 2);
sol = geomsextend (sol, sys, 0.3, struct ('p', sol.p(:, end), 'v', sol.v(:, end)), ...
    geomsset ('Formulation', 'psf'));
check (~isfield (sol.info, 'partition') && strcmp (sol.info.status, 'ok'));
end

function dense ()
sys = quick_model ('pendulum');
t = linspace (0, 2, 101);
x = pendulum_exact (t);
for pair = but_fixed ()'
    sol = solved (sys, [0 2], at_rest (), pair, 1e-8);
    [y, yp] = geomsval (sol, t);
    check_motion (y(2:5, :), x(2:5, :), 2e-5, pair);
    check_motion (yp(4:5, :), x(2:3, :), 1e-3, pair);
    ends = geomsval (sol, sol.t);
    check_motion (ends(2:5, :), [sol.v; sol.p], 1e-6, pair);
    h = 1e-5;
    quotient = (geomsval (sol, t(2:end-1) + h) - geomsval (sol, t(2:end-1) - h)) / (2 * h);
    check_motion (yp(2:5, 2:end-1), quotient(2:5, :), 1e-2, pair);
    [~, ~, res] = geomsval (sol, t, sys);
    check (isequal (size (res.relative), [3, numel(t)]) && all (isfinite (res.relative(1, :))));
    sol = solved (sys, [0 2], at_rest (), pair, 1e-8, 'Project', 'on');
    [y, ~, res] = geomsval (sol, t, sys);
    check (max (max (res.relative(1:2, :))) <= 1e-12, '%s, %s', pair{:});
    check_motion (y(2:5, :), x(2:5, :), 2e-5, pair);
end
end

function backwards ()
[sys, x0] = quick_model ('slidercrank');
for pair = pairs ()'
    forth = solved (sys, [0 0.5], x0, pair, 1e-9);
    back = solved (sys, [0.5 0], struct ('p', forth.p(:, end), 'v', forth.v(:, end)), pair, 1e-9);
    check_motion ([back.p(:, end); back.v(:, end)], [x0.p; x0.v], 1e-5, pair);
    check (all (diff (back.t) < 0));
end
end

% the energy of a pendulum
function invariants ()
sys = quick_model ('pendulum_energy');
for pair = but_fixed ()'
    levels = 1:3 - strcmp (pair{1}, 'psi1');
    sol = solved (sys, [0 4], at_rest (), pair, 1e-4, 'Project', 'on');
    worst = max (max (sol.residual.relative(levels, :)));
    check (worst <= 1e-12 && max (abs (sol.residual.invariant)) < 1e-11, '%s, %s: %g, %g', ...
        pair{:}, worst, max (abs (sol.residual.invariant)));
    sol = solved (sys, [0 4], at_rest (), pair, 1e-4, 'Project', 'off');
    check (max (abs (sol.residual.invariant)) > 1e-9, '%s, %s', pair{:});
end
end

function orders ()
[sys, x0] = quick_model ('slidercrank');
reference = geoms (sys, [0 0.4], x0, 'RelTol', 1e-12, 'AbsTol', 1e-12);
newton = {'NewtonTol', 1e-10, 'MaxNewton', 30};
for pair = pairs ()'
    errors = zeros (1, 2);
    more = [newton(1:4 * ~strcmp(pair{2}, 'dopri5')), ...
        repmat({'MaxOrder', 5}, 1, strcmp (pair{2}, 'radau'))];
    for i = 1:2
        sol = geoms (sys, [0 0.4], x0, 'Formulation', pair{1}, 'Method', pair{2}, 'Step', ...
            0.02 / i, more{:});
        errors(i) = norm ([sol.p(:, end) - reference.p(:, end); sol.v(:, end) - ...
            reference.v(:, end)]);
    end
    order = log2 (errors(1) / errors(2));
    check (order > 4 && order < 7, '%s, %s: order %g, errors %g and %g', pair{:}, order, errors);
end
end

% ---- implicit methods ----

% formulation, method, options
function list = implicit_pairs ()
kinds = {'psf', 'psi1', 'index1-explicit', 'index1-implicit', 'partition-full', ...
    'partition-fixed', 'partition-qr', 'partition-svd'};
methods = {'bdf', {}; 'bdf-fixed', {'Step', 0.01}; 'bdf-fixed', {'Step', 0.01, 'Order', 5}; ...
    'trapezoidal', {'Step', 0.01}};
list = cell (0, 3);
for i = 1:numel (kinds)
    for k = 1:size (methods, 1)
        list(end + 1, :) = [kinds(i), methods(k, :)]; %#ok<AGROW>
    end
end
end

% bdf with all formulations, of the other methods one with each
function list = some_implicit_pairs ()
list = implicit_pairs ();
list = list([1 2 5 7 9 12 13 14 17 19 21 24 25 27 29 32], :);
end

% one with each formulation, each method twice
function list = one_implicit_pair_each ()
list = implicit_pairs ();
list = list([1 6 11 16 17 22 27 32], :);
end

% what the errors of smooth motions remain below with these steps
function limit = implicit_limit (set)
switch numel (set)
    case 0
        limit = 3e-5;
    case 2
        limit = 5e-2;
    otherwise
        limit = 3e-4;
end
end

function implicit_motion ()
sys = quick_model ('pendulum');
[crank, x0] = quick_model ('slidercrank');
t = 0:0.1:0.5;
reference = geoms (crank, t, x0, 'RelTol', 1e-11, 'AbsTol', 1e-11);
for row = some_implicit_pairs ()'
    pair = row(1:2);
    limit = implicit_limit (row{3});
    if ~strcmp (pair{1}, 'partition-fixed')
        sol = solved (sys, [0 0.5], at_rest (), pair, 1e-7, row{3}{:});
        x = pendulum_exact (sol.t);
        check_motion ([sol.p; sol.v], x([4 5 2 3], :), limit, pair);
        check (strcmp (pair{1}, 'psi1') || max (abs (sol.lambda - x(1, :))) < 10 * limit);
        x = pendulum_exact (0.123);
        y = geomsval (sol, 0.123);
        check_motion (y(2:5), x(2:5), limit, pair);
    end
    sol = solved (crank, t, x0, pair, 1e-7, row{3}{:});
    check (isequal (sol.t, t));
    check_motion ([sol.p; sol.v], [reference.p; reference.v], limit, pair);
end
end

function implicit_orders ()
[sys, x0] = quick_model ('slidercrank');
reference = geoms (sys, [0 0.2], x0, 'RelTol', 1e-12, 'AbsTol', 1e-12);
for row = implicit_pairs ()'
    if isempty (row{3}) || strcmp (row{1}, 'partition-qr')
        continue
    end
    set = row{3};
    order = 2 + 3 * (numel (set) > 2);
    errors = zeros (1, 2);
    for i = 1:2
        sol = geoms (sys, [0 0.2], x0, 'Formulation', row{1}, 'Method', row{2}, set{:}, 'Step', ...
            0.0025 / i, 'NewtonTol', 1e-8, 'MaxNewton', 30);
        errors(i) = norm ([sol.p(:, end) - reference.p(:, end); sol.v(:, end) - ...
            reference.v(:, end)]);
    end
    found = log2 (errors(1) / errors(2));
    check (found > order - 0.4 && found < order + 2, '%s, %s: order %g, not %d, errors %g, %g', ...
        row{1:2}, found, order, errors);
end
end

function implicit_project ()
[crank, x1] = quick_model ('slidercrank');
[edge, x2] = quick_model ('knifeedge');
for row = some_implicit_pairs ()'
    levels = 1:3 - strcmp (row{1}, 'psi1');
    for t = {[0 0.25], 0:0.07:0.21}
        sol = solved (crank, t{1}, x1, row(1:2), 1e-4, row{3}{:}, 'Project', 'on');
        worst = max (max (sol.residual.relative(levels, :)));
        check (worst <= 1e-12, '%s, %s: %g', row{1:2}, worst);
    end
    if ~strcmp (row{1}, 'partition-fixed')
        sol = solved (edge, [0 0.25], x2, row(1:2), 1e-4, row{3}{:}, 'Project', 'on');
        worst = max (max (sol.residual.relative(levels, :)));
        check (worst <= 1e-12, '%s, %s, knife edge: %g', row{1:2}, worst);
    end
    if ~any (strcmp (row{1}, {'psf', 'psi1'}))
        sol = solved (crank, [0 0.25], x1, row(1:2), 1e-4, row{3}{:});
        drift = max (sol.residual.relative(1, :));
        check (drift > 1e-12 && drift < 1e-2, '%s, %s: position %g', row{1:2}, drift);
    end
end
% the systems that all but psf and psi1 refuse: auxiliary variables, contact points, friction
[skates, x3] = quick_model ('skate');
touching = geomssys ('mass', 1, 'force', @(t,p,v,z) -z.s, 'contact', @(t,p,z) 2*z.s - p, 'dims', ...
    struct ('ns', 1));
friction = geomssys ('mass', eye (2), 'force', @(t,p,v,z) [0; -9.81] - 0.02*abs (z.lambda)*v, ...
    'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', ...
    @(t,p,v) 2*(v'*v));
systems = {skates, x3; touching, struct('p', 1, 's', 0.5); friction, at_rest()}';
for system = systems
    reference = geoms (system{1}, [0 0.2], system{2}, 'RelTol', 1e-10, 'AbsTol', 1e-10);
    for row = implicit_pairs ()'
        if strcmp (row{1}, 'psf')
            sol = solved (system{1}, [0 0.2], system{2}, row(1:2), 1e-7, row{3}{:});
            check (isempty (sol.residual.relative) || max (sol.residual.relative(:)) <= 1e-12);
            check_motion (sol.y(:, end), reference.y(:, end), implicit_limit (row{3}), row(1:2));
        end
    end
    for row = one_implicit_pair_each ()'
        if ~any (strcmp (row{1}, {'psf', 'psi1'}))
            check_error ('geoms:formulation:system', @() geoms (system{1}, [0 0.2], system{2}, ...
                'Formulation', row{1}, 'Method', row{2}, row{3}{:}));
        end
    end
end
end

function implicit_options ()
[sys, x0] = quick_model ('slidercrank');
run = @(varargin) geoms (sys, [0 0.1], x0, varargin{:});
for method = {'bdf-fixed', 'trapezoidal'}
    for kind = {'psf', 'uode'}
        check_error ('geoms:options:value', @() run ('Method', method{1}, 'Formulation', kind{1}), ...
            ['Method ''', method{1}, ''' makes fixed steps: it needs the option Step.']);
    end
    sol = run ('Method', method{1}, 'Step', 0.03);
    check_close (diff (sol.t), [0.03 0.03 0.03 0.01], 1e-12);
    check (strcmp (sol.info.status, 'ok') && sol.t(end) == 0.1);
    sol = geoms (pendulum ('vectorized'), [0 0.03], at_rest (), 'Method', method{1}, 'Step', 3);
    check (sol.stats.naccpt == 1 && sol.t(end) == 0.03 && strcmp (sol.info.status, 'ok'));
end
check_error ('geoms:options:value', @() run ('Method', 'bdf', 'MaxOrder', 6), ...
    'MaxOrder = 6: Method ''bdf'' has the orders 1, 2, 3, 4, 5.');
check_error ('geoms:options:value', @() run ('Method', 'radau', 'MaxOrder', 7), ...
    'MaxOrder = 7: Method ''radau'' has the orders 5, 9, 13.');
check_error ('geoms:options:value', @() run ('Method', 'bdf', 'Step', 0.01), 'use ''bdf-fixed''');
check_error ('geoms:options:value', @() run ('Method', 'bdf-fixed', 'Order', 7, 'Step', 0.01), ...
    'from 1 to 6');
steps = zeros (1, 5);
for order = 1:5
    sol = run ('Method', 'bdf', 'MaxOrder', order, 'RelTol', 1e-7, 'AbsTol', 1e-7);
    steps(order) = sol.stats.naccpt;
end
check (steps(1) > 3 * steps(2) && steps(2) > 1.5 * steps(3) && steps(3) > steps(5), '%s', ...
    mat2str (steps));
check (all (ismember (sol.info.orders(1, :), 1:5)) && sum (sol.info.orders(2, :)) == steps(5));
for order = [5 9 13]
    sol = geoms (sys, [0 1], x0, 'Method', 'radau', 'MaxOrder', order, 'RelTol', 1e-10, 'AbsTol', ...
        1e-10);
    check (isequal (sol.info.orders(1, :), 5:4:order));
    check (sum (sol.info.orders(2, :)) == sol.stats.naccpt);
    sol = run ('Method', 'radau', 'MaxOrder', order, 'Step', 0.01);
    check (isequal (sol.info.orders, [order; 10]));
end
sol = geoms (sys, [0 1], x0, 'Method', 'radau', 'RelTol', 1e-10, 'AbsTol', 1e-10);
check (isequal (sol.info.orders(1, :), [5 9 13]));
sol = run ();
check (isempty (sol.info.orders));
end

function implicit_events ()
sys = quick_model ('pendulum');
[bottom, turn] = crossing (sys, 1, 0, false);
low = crossing (sys, 2, -0.5, true);
for row = one_implicit_pair_each ()'
    if strcmp (row{1}, 'partition-fixed')
        continue
    end
    pair = row(1:2);
    limit = implicit_limit (row{3});
    run = @(varargin) solved (sys, [0 0.6], at_rest (), pair, 1e-7, row{3}{:}, 'Events', bottom, ...
        varargin{:});
    sol = run ();
    check (isequal (sol.ie, 1), '%s, %s: %d events', pair{:}, numel (sol.ie));
    check_motion (sol.xe, 0.5, limit, pair);
    check_motion (sol.ye(4), 0, 1e-13, pair);
    sol = run ('EventAction', turn);
    at = find (sol.t == sol.xe);
    check (numel (at) == 2, '%s, %s: %d times the same', pair{:}, numel (at));
    check_close (sol.v(:, at(1)), -sol.v(:, at(2)), limit);
    back = pendulum_exact (2 * sol.xe - 0.6);
    check_motion ([sol.p(:, end); sol.v(:, end)], back([4 5 2 3]) .* [1; 1; -1; -1], 2 * limit, pair);
    sol = geoms (sys, [0 0.6], at_rest (), 'Formulation', pair{1}, 'Method', pair{2}, row{3}{:}, ...
        'Events', low);
    check (strcmp (sol.info.status, 'event') && abs (sol.p(2, end) + 0.5) < 1e-13);
end
end

function implicit_extended ()
[sys, x0] = quick_model ('slidercrank');
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
for row = one_implicit_pair_each ()'
    pair = row(1:2);
    whole = solved (sys, [0 0.3], x0, pair, 1e-5, row{3}{:});
    part = solved (sys, [0 0.1234], x0, pair, 1e-5, row{3}{:});
    need_same (geomsextend (part, sys, 0.3), whole, pair);
    part = geoms (sys, [0 0.3], x0, 'Formulation', pair{1}, 'Method', pair{2}, row{3}{:}, ...
        'RelTol', 1e-5, 'AbsTol', 1e-5, 'MaxSteps', 3, 'Checkpoint', file, 'Display', 'off');
    check (strcmp (part.info.status, 'failed'));
    kept = load (file);
    check (numel (kept.sol.t) < 6);
    need_same (geomsextend (kept.sol, sys, 0.3, [], geomsset ('MaxSteps', 10000)), whole, pair);
end
end

% rubbish in the state of a run is refused, or does no harm
function implicit_state ()
sys = quick_model ('pendulum');
for method = {{'bdf'}, {'bdf-fixed', 'Step', 0.01, 'Order', 3}, {'radau'}}
    sol = geoms (sys, [0 0.5], at_rest (), 'Method', method{1}{:});
    refused = 0;
    whole = find (sol.state(:)' == fix (sol.state(:)') & abs (sol.state(:)') < 10);
    for i = whole([1:30, 31:7:end])
        spoiled = sol;
        spoiled.state(i) = 1e6;
        try
            more = geomsextend (spoiled, sys, 0.51, [], geomsset ('Display', 'off', 'MaxSteps', 99));
            check (numel (more.t) < 300);
        catch e
            check (strncmp (e.identifier, 'geoms:', 6), '%s', e.message);
            refused = refused + 1;
        end
    end
    check (refused > 5);
end
end

function implicit_backwards ()
[sys, x0] = quick_model ('slidercrank');
for row = some_implicit_pairs ()'
    limit = 3 * implicit_limit (row{3});
    forth = solved (sys, [0 0.3], x0, row(1:2), 1e-7, row{3}{:});
    last = struct ('p', forth.p(:, end), 'v', forth.v(:, end));
    back = solved (sys, [0.3 0], last, row(1:2), 1e-7, row{3}{:});
    check_motion ([back.p(:, end); back.v(:, end)], [x0.p; x0.v], limit, row(1:2));
    check (all (diff (back.t) < 0));
end
end

function implicit_invariants ()
sys = quick_model ('pendulum_energy');
for row = some_implicit_pairs ()'
    if strcmp (row{1}, 'partition-fixed')
        continue
    end
    levels = 1:3 - strcmp (row{1}, 'psi1');
    sol = solved (sys, [0 1], at_rest (), row(1:2), 1e-4, row{3}{:}, 'Project', 'on');
    worst = max (max (sol.residual.relative(levels, :)));
    check (worst <= 1e-12 && max (abs (sol.residual.invariant)) < 1e-11, '%s, %s: %g, %g', ...
        row{1:2}, worst, max (abs (sol.residual.invariant)));
    sol = solved (sys, [0 1], at_rest (), row(1:2), 1e-4, row{3}{:}, 'Project', 'off');
    check (max (abs (sol.residual.invariant)) > 1e-9, '%s, %s', row{1:2});
end
end

% ---- formulations for comparisons ----

function others_motion ()
sys = quick_model ('pendulum');
[crank, x1] = quick_model ('slidercrank');
[edge, x2, exact] = quick_model ('knifeedge');
t = 0:0.25:1;
reference = geoms (crank, t, x1, 'RelTol', 1e-11, 'AbsTol', 1e-11);
for row = others ()'
    sol = solved (sys, [0 2], at_rest (), row(1:2), 1e-7);
    x = pendulum_exact (sol.t);
    check_motion ([sol.v; sol.p], x(2:5, :), row{3}, row(1:2));
    check_motion (sol.lambda, x(1, :), row{4}, row(1:2));
    x = pendulum_exact (0.123);
    y = geomsval (sol, 0.123);
    check_motion (y(2:5), x(2:5), row{3}, row(1:2));
    sol = solved (crank, t, x1, row(1:2), 1e-7);
    check (isequal (sol.t, t));
    check_motion ([sol.p; sol.v], [reference.p; reference.v], row{3}, row(1:2));
    sol = solved (edge, [0 1.4], x2, row(1:2), 1e-7);
    x = exact (sol.t);
    check_motion ([sol.v; sol.p], x(2:end, :), row{3}, row(1:2));
    check_motion (sol.mu, x(1, :), max (row{4}, 2e-4), row(1:2));
end
end

% the levels of a form to a part of the tolerance, the others drift
function others_keep ()
[sys, x0] = quick_model ('slidercrank');
for row = others ()'
    sol = solved (sys, [0 3], x0, row(1:2), 1e-5);
    worst = max (sol.residual.relative, [], 2);
    keeps = row{5};
    check (all (worst(keeps) < 2e-5), '%s, %s: %.1e, %.1e, %.1e', row{1:2}, worst);
    if strcmp (row{2}, 'hedop5') || (strcmp (row{1}, 'index1') && strcmp (row{2}, 'dopri5'))
        check (worst(keeps) < 1e-12, '%s, %s: %.1e, %.1e, %.1e', row{1:2}, worst);
    end
    if ~any (keeps == 1)
        check (worst(1) > 1e-8, '%s, %s: position %g', row{1:2}, worst(1));
    end
end
end

% g' = g1 + g2 t and so on, from states beside the constraints: Proposition 5, Table 1 of the preprint
% 742-02
function others_drift ()
sys = quick_model ('pendulum');
off = struct ('p', 1.001 * [0.6; -0.8], 'v', [0.8; 0.6] + 1e-3 * [0.6; -0.8]);
tangent = off;
tangent.v = [0.8; 0.6];
run = @(x0, pair, varargin) solved (sys, [0 1], x0, pair, 1e-8, 'Initial', 'assume', varargin{:});
for method = {'radau5', 'dopri5', 'bdf'}
    sol = run (off, {'index1', method{1}});
    levels = starts (sol);
    check_close (sol.residual.position, levels(1) + levels(2) * sol.t, 1e-6);
    check (abs (sol.residual.position(end) / levels(1) - 2) < 1e-2);
    check_close (sol.residual.velocity, levels(2) + 0 * sol.t, 1e-6);
    check (max (abs (sol.residual.acceleration)) < 1e-5);
end
for method = {'radau5', 'bdf', 'hedop5'}
    sol = run (tangent, {'index2', method{1}});
    levels = starts (sol);
    check (levels(1) > 1e-3 && abs (levels(2)) < 1e-15);
    check_close (sol.residual.position, levels(1) + 0 * sol.t, 1e-6);
    check (max (abs (sol.residual.velocity)) < 1e-6);
end
% with a constraint among the equations there is no such motion
for pair = {'index3', 'index3', 'ggl', 'extended-317', 'psi1'; 'radau5', 'bdf', 'bdf', 'radau5', 'radau5'}
    sol = check_warning ('geoms:initial:inconsistent', @() geoms (sys, [0 1], off, 'Formulation', ...
        pair{1}, 'Method', pair{2}, 'Initial', 'assume'));
    text = lastwarn ();
    check (numel (sol.t) == 1 && ~isempty (strfind (text, 'violate g(1)')), '%s', text);
end
exact = geomsinit (sys, 0, struct ('p', [0.6; -0.8], 'v', [0.8; 0.6]));
off.lambda = exact.lambda + 1e-3;
for method = {'dopri5', 'radau5', 'bdf'}
    sol = run (off, {'uode', method{1}});
    levels = starts (sol);
    t = sol.t;
    check (abs (levels(3)) > 1e-3 && max (abs (sol.residual.position)) > 3 * abs (levels(1)));
    check_close (sol.residual.acceleration, levels(3) + 0 * t, 1e-5);
    check_close (sol.residual.velocity, levels(2) + levels(3) * t, 1e-5);
    check_close (sol.residual.position, levels(1) + levels(2) * t + levels(3) * t.^2 / 2, 1e-5);
end
% violations of form exp (-beta t) (g0 + (g1 + beta g0) t), with alpha = beta
for method = {'dopri5', 'radau5', 'bdf'}
    for beta = [5 20]
        sol = run (rmfield (off, 'lambda'), {'baumgarte', method{1}}, 'BaumgarteAlpha', beta, ...
            'BaumgarteBeta', beta);
        levels = starts (sol);
        decay = exp (-beta * sol.t) .* (levels(1) + (levels(2) + beta * levels(1)) * sol.t);
        check_close (sol.residual.position, decay, 1e-6);
    end
end
end

function levels = starts (sol)
levels = [sol.residual.position(1), sol.residual.velocity(1), sol.residual.acceleration(1)];
end

function others_on_the_way ()
sys = quick_model ('pendulum');
[bottom, turn] = crossing (sys, 1, 0, false);
[crank, x1] = quick_model ('slidercrank');
[edge, x2] = quick_model ('knifeedge');
turned = pendulum_exact (1.3);
for row = some_others ()'
    pair = row(1:2);
    sol = solved (crank, [0 1], x1, pair, 1e-4, 'Project', 'on');
    worst = max (max (sol.residual.relative));
    check (worst <= 1e-12, '%s, %s: %g', pair{:}, worst);
    sol = solved (crank, 0:0.3:0.9, x1, pair, 1e-4, 'Project', 'on');
    worst = max (max (sol.residual.relative));
    check (worst <= 1e-12, '%s, %s at requested times: %g', pair{:}, worst);
    sol = solved (edge, [0 1], x2, pair, 1e-4, 'Project', 'on');
    worst = max (max (sol.residual.relative));
    check (worst <= 1e-12, '%s, %s, knife edge: %g', pair{:}, worst);
    limit = 4 * row{3};
    sol = solved (sys, [0 0.7], at_rest (), pair, 1e-7, 'Events', bottom, 'EventAction', turn);
    check (isequal (sol.ie, 1), '%s, %s: %d events', pair{:}, numel (sol.ie));
    check_motion (sol.xe, 0.5, limit, pair);
    check_motion (sol.ye(4), 0, 1e-11, pair);    % as smooth in t as Newton's method ends
    check_motion (sol.p(:, end), turned(4:5) .* [-1; 1], limit, pair);
    forth = solved (crank, [0 0.5], x1, pair, 1e-7);
    last = struct ('p', forth.p(:, end), 'v', forth.v(:, end));
    back = solved (crank, [0.5 0], last, pair, 1e-7);
    check_motion ([back.p(:, end); back.v(:, end)], [x1.p; x1.v], limit, pair);
end
end

function others_extended ()
[sys, x0] = quick_model ('slidercrank');
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
for row = some_others ()'
    whole = solved (sys, [0 0.5], x0, row(1:2), 1e-5);
    part = solved (sys, [0 0.217], x0, row(1:2), 1e-5);
    sol = geomsextend (part, sys, 0.5);
    need_same (sol, whole, row(1:2));
    check (isequal (sol.info.extra, whole.info.extra));
    part = geoms (sys, [0 0.5], x0, 'Formulation', row{1}, 'Method', row{2}, 'RelTol', 1e-5, ...
        'AbsTol', 1e-5, 'MaxSteps', 3, 'Checkpoint', file, 'Display', 'off');
    check (strcmp (part.info.status, 'failed'));
    kept = load (file);
    sol = geomsextend (kept.sol, sys, 0.5, [], geomsset ('MaxSteps', 10000));
    need_same (sol, whole, row(1:2));
    check (isequal (sol.info.extra, whole.info.extra));
end
end

function others_forms ()
x = pendulum_exact (0.3);
for form = {'residual', 'residual batch', 'model', 'varying mass'}
    sys = pendulum (form{1});
    for row = some_others ()'
        sol = solved (sys, [0 0.3], at_rest (), row(1:2), 1e-6);
        check_motion ([sol.v(:, end); sol.p(:, end)], x(2:5), 10 * row{3}, row(1:2));
    end
end
end

% lambda begins where it is told to, and only its derivative is that of the equations
function moving_multipliers ()
sys = quick_model ('pendulum');
x0 = geomsinit (sys, 0, struct ('p', [0.6; -0.8], 'v', [0.8; 0.6]));
lambda = x0.lambda;
x0.lambda = 1.01 * lambda;
for method = {'dopri5', 'radau5', 'bdf'}
    pair = {'uode', method{1}};
    sol = solved (sys, [0 0.5], x0, pair, 1e-8, 'Initial', 'assume');
    check (sol.lambda(1) == 1.01 * lambda && abs (sol.residual.acceleration(1)) > 0.1);
    check_close (sol.residual.acceleration / sol.residual.acceleration(1), 1 + 0 * sol.t, 1e-5);
    sol = solved (sys, [0 0.5], x0, pair, 1e-8);
    check_motion (sol.lambda(1), lambda, 1e-12, pair);
end
% the user's error also from evaluations for the difference quotient
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -10] * check_before (t), 'constraint', ...
    @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v));
check_error ('user:late', @() geoms (sys, [0 3], at_rest (), 'Formulation', 'uode'));
end

% gII + 2 alpha gI + beta^2 g = 0 and hI + 2 alpha h = 0 at all outputs
function baumgarte ()
[crank, x1] = quick_model ('slidercrank');
[edge, x2] = quick_model ('knifeedge');
x1.v(1) = x1.v(1) + 0.1;
x2.v(2) = x2.v(2) + 0.1;
for gains = [10 3; 10 7]
    set = {'Initial', 'assume', 'BaumgarteAlpha', gains(1), 'BaumgarteBeta', gains(2)};
    for method = {'dopri5', 'radau5'}
        pair = {'baumgarte', method{1}};
        limit = 10 ^ (-6 - 5 * strcmp (method{1}, 'dopri5'));
        r = solved (crank, [0 0.5], x1, pair, 1e-7, set{:});
        r = r.residual;
        check (max (abs (r.acceleration(:, 1))) > 0.01);
        check_motion (r.acceleration + 2 * gains(1) * r.velocity + gains(2)^2 * r.position, 0, ...
            limit, pair);
        r = solved (edge, [0 0.5], x2, pair, 1e-7, set{:});
        r = r.residual;
        check (abs (r.acceleration(1)) > 0.01);
        check_motion (r.acceleration + 2 * gains(1) * r.velocity, 0, limit, pair);
    end
end
none = solved (crank, [0 0.5], x1, {'baumgarte', 'dopri5'}, 1e-7, 'BaumgarteAlpha', 0, ...
    'BaumgarteBeta', 0);
full = solved (crank, [0 0.5], x1, {'partition-full', 'dopri5'}, 1e-7);
check_close (none.y, full.y, 1e-12);
end

% a pendulum that turns over: v is never 0
function extended_316 ()
sys = quick_model ('pendulum');
x0 = struct ('p', [0; -1], 'v', [9; 0]);
reference = geoms (sys, [0 2], x0, 'RelTol', 1e-10, 'AbsTol', 1e-10);
for method = {'radau5', 'bdf'}
    pair = {'extended-316', method{1}};
    sol = solved (sys, [0 2], x0, pair, 1e-7);
    check_motion (sol.y(:, end), reference.y(:, end), 1e-3, pair);
    worst = max (sol.residual.relative, [], 2);
    check (all (worst < 1e-5), '%s, %s: %.1e, %.1e, %.1e', pair{:}, worst);
    check (sol.info.extra.mu < 1e-2 && sol.info.extra.tau < 1e-2);
    sol = solved (sys, [0 1], x0, pair, 1e-4, 'Project', 'on');
    check (max (sol.residual.relative(:)) <= 1e-12);
    whole = solved (sys, [0 1], x0, pair, 1e-5);
    sol = geomsextend (solved (sys, [0 0.4], x0, pair, 1e-5), sys, 1);
    need_same (sol, whole, pair);
end
refuse = @(sys, x0, part) check_error ('geoms:formulation:system', @() geoms (sys, [0 1], x0, ...
    'Formulation', 'extended-316'), part);
text = refuse (sys, at_rest (), 'no unique multipliers at t = 0');
check (~isempty (strfind (text, '''extended-317'' and ''projected-invariants'' do not need it')));
[crank, x1] = quick_model ('slidercrank');
refuse (crank, x1, 'has 4 rows, 3 columns');
end

% multipliers that are 0 but for the errors of the method
function extra ()
[sys, x0] = quick_model ('slidercrank');
kinds = {'ggl', {'eta'}; 'extended-317', {'mu'; 'tau'}; 'projected-invariants', {'mu'; 'tau'}};
for kind = kinds'
    for method = {'radau5', 'bdf'}
        rough = solved (sys, [0 0.5], x0, [kind(1), method], 1e-4);
        fine = solved (sys, [0 0.5], x0, [kind(1), method], 1e-7);
        check (isequal (fieldnames (fine.info.extra), kind{2}));
        for name = kind{2}'
            large = rough.info.extra.(name{1});
            small = fine.info.extra.(name{1});
            check (small > 0 && small < 1e-2 && small < 0.3 * large, '%s, %s: %s from %g to %g', ...
                kind{1}, method{1}, name{1}, large, small);
        end
    end
    last = struct ('p', rough.p(:, end), 'v', rough.v(:, end));
    sol = geomsextend (rough, sys, 0.6, last, geomsset ('RelTol', 1e-6, 'AbsTol', 1e-6));
    other = solved (sys, [0.5 0.6], last, {kind{1}, 'bdf'}, 1e-6);
    for name = kind{2}'
        check (sol.info.extra.(name{1}) == max (rough.info.extra.(name{1}), ...
            other.info.extra.(name{1})), '%s: the largest of both', kind{1});
    end
    sol = geomsextend (rough, sys, 0.6, last, geomsset ('Formulation', 'psf'));
    check (isempty (fieldnames (sol.info.extra)));
end
for pair = [pairs(); {'index2', 'radau5'; 'uode', 'dopri5'; 'baumgarte', 'dopri5'}]'
    sol = solved (sys, [0 0.1], x0, pair, 1e-4);
    check (isstruct (sol.info.extra) && isempty (fieldnames (sol.info.extra)));
end
end

% gII and hI: who needs them says so, the others go without
function without_second ()
systems = {pendulum('lacking'), pendulum('reduced'), geomssys('mass', [1 1], 'model', @(t,p,v) ...
    struct ('f', [0; -13.750371636040745655], 'g', p'*p - 1, 'G', 2*p'), 'derive', 'off')};
words = {'''constraintAcceleration''', 'rows gII and hI', 'field gIIpart of ''model'''};
full = pendulum ('mechanical');
x0 = struct ('p', [0.6; -0.8]);
for row = {'psi1', 'index3', 'index2', 'ggl'; 'radau5', 'bdf', 'radau5', 'bdf'}
    for project = {'on', 'off'}
        expected = solved (full, [0 0.3], x0, row', 1e-7, 'Project', project{1});
        for i = 1:3
            sol = solved (systems{i}, [0 0.3], x0, row', 1e-7, 'Project', project{1});
            check_motion ([sol.p(:, end); sol.v(:, end)], [expected.p(:, end); expected.v(:, end)], ...
                1e-3, row);
            check_motion (sol.lambda(end), expected.lambda(end), 0.1, row);
            check (all (isnan (sol.residual.acceleration)));
            worst = max (max (sol.residual.relative(1:2, :)));
            check (strcmp (project{1}, 'off') || worst <= 1e-12, '%s: %g', row{1}, worst);
        end
        run = @(tend) solved (systems{1}, [0 tend], x0, row', 1e-7, 'Project', project{1});
        need_same_but_nan (geomsextend (run (0.12), systems{1}, 0.3), run (0.3));
    end
end
for kind = {'psf', 'index1', 'index1-explicit', 'index1-implicit', 'uode', 'baumgarte', ...
        'extended-316', 'extended-317', 'projected-invariants', 'partition-full', ...
        'partition-fixed', 'partition-qr', 'partition-svd'}
    for i = 1:3
        text = check_error ('geoms:system:reduced', @() geoms (systems{i}, [0 1], x0, ...
            'Formulation', kind{1}), words{i});
        check (~isempty (strfind (text, ['Formulation ''', kind{1}, ''''])), '%s', text);
        check (~isempty (strfind (text, '''psi1'', ''index3'', ''index2'', ''ggl''')), '%s', text);
    end
end
for method = {'hedop5', 'mexax'}
    check_error ('geoms:system:reduced', @() geoms (systems{1}, [0 1], x0, 'Formulation', ...
        'index2', 'Method', method{1}), ['Method ''', method{1}, '''']);
end
check_error ('geoms:system:reduced', @() geomsinit (systems{1}, 0, x0), words{1});
edge = knife_edge_by_hand ();
[~, x2, exact] = knife_edge_system ();
edge = geomssys ('mass', edge.mass, 'force', edge.functions.force, 'nonholonomic', ...
    edge.functions.nonholonomic, 'nonholonomicJacobian', edge.functions.nonholonomicJacobian, ...
    'vectorized', true, 'derive', 'off');
sol = solved (edge, [0 1], x2, {'index2', 'radau5'}, 1e-7);
x = exact (1);
check_motion (sol.p(:, end), x(end - 2:end), 1e-5, {'index2', 'radau5'});
check_error ('geoms:system:reduced', @() geoms (edge, [0 1], x2), '''nonholonomicAcceleration''');
% they are not compared, and not asked for where nothing can need them
report = geomscheck (systems{1}, 0, x0);
check (report.ok && ~any (strcmp ('constraintAcceleration', report.checked)));
end

function need_same_but_nan (a, b)
check (isequal (a.t, b.t) && isequal (a.y, b.y) && isequal (a.idata, b.idata));
check (isequal (a.residual.velocity, b.residual.velocity));
end

% ---- other forms, other functions ----

function forms ()
x = pendulum_exact (0.4);
systems = {pendulum('residual'), pendulum('residual jac'), pendulum('model'), ...
    pendulum('varying mass')};
if has_sources ()
    folder = fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'native');
    addpath (folder);
    systems{end + 1} = geomssys ('library', build (), 'symbol', 'pendulum', 'parameters', ...
        [1 13.750371636040745655]);
    rmpath (folder);
else
    fprintf ('skip formulations: no C sources here to compile\n');
end
for i = 1:numel (systems)
    for pair = but_fixed ()'
        sol = solved (systems{i}, [0 0.4], at_rest (), pair, 1e-7);
        check_motion ([sol.v(:, end); sol.p(:, end)], x(2:5), 5e-6, pair);
    end
end
end

function outputs ()
sys = pendulum ('vectorized');
for pair = but_fixed ()'
    set = {'Formulation', pair{1}, 'Method', pair{2}};
    sol = geoms (sys, [0 1], at_rest (), set{:}, 'Record', @(t,p,v) sum (p .* v, 1));
    check_close (sol.record, sum (sol.p .* sol.v, 1), 1e-15);
    [t, y] = geoms (sys, [0 1], at_rest (), set{:}, 'Refine', 3);
    check (numel (t) == 3 * (numel (sol.t) - 1) + 1 && isequal (size (y), [numel(t), 5]));
    x = pendulum_exact (t');
    check_motion (y(:, 4:5)', x(4:5, :), 1e-3, pair);
    text = evalc (['geoms (sys, [0 1], at_rest (), set{:}, ''Stats'', ''on'', ''Progress'', ', ...
        '''on'', ''OutputFcn'', @(t, y, word) false);']);
    check (~isempty (strfind (text, 'naccpt')));
    sol = geoms (sys, [0 1], at_rest (), set{:}, 'OutputFcn', @(t, y, word) isempty (word) ...
        && any (t > 0.5));
    check (strcmp (sol.info.status, 'stopped') && sol.t(end) > 0.5 && sol.t(end) < 1);
end
end

function other_functions ()
sys = pendulum ('vectorized');
old = get (0, 'defaultfigurevisible');
restorer = onCleanup (@() set (0, 'defaultfigurevisible', old));
set (0, 'defaultfigurevisible', 'off');
for pair = but_fixed ()'
    opts = geomsset ('Formulation', pair{1}, 'Method', pair{2});
    sol = geoms (sys, [0 1], at_rest (), opts);
    fig = geomsplot (sol);
    check (numel (findobj (fig, 'type', 'axes')) == 6);
    close (fig);
    x0 = geomsinit (sys, 0, struct ('p', [0.5; -0.9], 'v', [1; 0]), opts);
    check_close (x0.p' * x0.p, 1, 1e-14);
    check_close (x0.p' * x0.v, 0, 1e-14);
    fails = geomssys ('mass', 1, 'force', @(t,p,v) -p * check_before (t));
    check_error ('user:late', @() geoms (fails, [0 3], struct ('p', 1), opts));
    sol = geomslast ();
    check (sol.t(end) > 0.5 && sol.t(end) <= 1);
    check_close (sol.p, cos (sol.t), 1e-4);
end
end

function y = check_before (t)
y = 1;
if t > 1
    error ('user:late', 'It is late.');
end
end

function user_error ()
sys = pendulum ('mechanical');
sys.functions.force = @(t,p,v) [0; -10] * check_before (t);
for pair = but_fixed ()'
    message = check_error ('user:late', @() geoms (sys, [0 3], at_rest (), 'Formulation', ...
        pair{1}, 'Method', pair{2}));
    check (strcmp (message, 'It is late.'));
end
end

%!test
%! [~, failed] = test_formulations ();
%! assert (failed, 0);

% errors die out in both directions of time
function baumgarte_backwards ()
sys = quick_model ('pendulum');
exact = geoms (sys, [2 0], struct ('p', [1; 0]), 'RelTol', 1e-11, 'AbsTol', 1e-11);
for method = {'dopri5', 'radau5', 'bdf'}
    sol = solved (sys, [2 0], struct ('p', [1; 0]), {'baumgarte', method{1}}, 1e-8);
    check_close (sol.p(:, end), exact.p(:, end), 1e-5);
    check (max (sol.residual.relative(1, :)) < 1e-6);
end
% its end at rest, where g has drifted, is no reason to doubt gI
[sys, x0] = quick_model ('pendulum');
for tol = [1e-4 1e-6]
    sol = solved (sys, [2 0], x0, {'baumgarte', 'dopri5'}, tol);
    check (isempty (sol.info.levels), '%s', sol.info.levels);
end
end

function last_velocities ()
[sys, x0] = quick_model ('slidercrank');
for kind = {'partition-qr', 'partition-svd', 'partition-fixed'}
    for method = {'radau5', 'bdf', 'dopri5'}
        sol = solved (sys, [0 1], x0, {kind{1}, method{1}}, 1e-4);
        check (max (sol.residual.relative(2, :)) < 1e-13, '%s, %s: %g', kind{1}, method{1}, ...
            max (sol.residual.relative(2, :)));
    end
end
end

function contradictions ()
sys = pendulum ('vectorized');
x0 = struct ('p', [1; 0]);
refused = @(identifier, words, varargin) check_error (identifier, ...
    @() geoms (sys, [0 1], x0, varargin{:}), words);
refused ('geoms:options:unused', 'MaxStep belongs to variable steps', 'Method', 'trapezoidal', 'Step', 0.05, ...
    'MaxStep', 0.01);
refused ('geoms:options:unused', 'MinStep', 'Step', 0.05, 'MinStep', 0.1);
refused ('geoms:options:unused', 'MaxOrder belongs to the methods ''bdf'' and ''radau''', 'MaxOrder', 2);
refused ('geoms:options:unused', 'MaxOrder: ''bdf''', 'Method', 'bdf', 'Order', 2);
refused ('geoms:options:unused', 'Step', 'Formulation', 'index2', 'Method', 'mexax', 'Order', 2);
refused ('geoms:options:unused', '''baumgarte''', 'BaumgarteBeta', 2, 'Formulation', 'ggl');
refused ('geoms:options:unused', 'Safety', 'Safety', 0.5, 'Method', 'bdf');
refused ('geoms:options:unused', 'NewtonMatrixAt', 'NewtonMatrixAt', 2, 'Method', 'bdf');
refused ('geoms:options:unused', 'ErrorNorm', 'ErrorNorm', 'free', 'Formulation', 'uode');
refused ('geoms:options:unused', 'Selector', 'Selector', 'rows', 'Formulation', 'ggl');
kept = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v), ...
    'invariant', @(t,p,v) (v'*v)/2 + 9.81*p(2), 'invariantGradient', @(t,p,v) [v', 0, 9.81]);
check_error ('geoms:options:value', @() geoms (kept, [0 1], x0, 'Formulation', 'ggl', ...
    'Invariant', 'eliminate'), 'psf and psi1');
end
