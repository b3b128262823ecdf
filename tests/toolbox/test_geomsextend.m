function [passed, failed] = test_geomsextend ()
%TEST_GEOMSEXTEND  Continuing a run.

cases = {
    'as if there had been one run, bit for bit', @one_run
    'the same in many pieces', @pieces
    'for all forms, formulations and decompositions', @all_forms
    'requested times, a vector of end times', @requested
    'decreasing time span', @decreasing
    'after MaxSteps', @after_max_steps
    'with events that restart the run', @with_events
    'from a terminal event', @from_event
    'after an error of a user function, and after OutputFcn stopped', @after_error
    'a new start at the end', @new_start
    'changed options', @changed_options
    'options as names and values', @names_and_values
    'functions that were given by name remain', @by_name
    'Record covers the whole', @recorded
    'OutputFcn sees what is new', @output
    'without dense data and residuals', @switched_off
    'from a file in a new Octave', @new_session
    'changed parameters', @parameters
    'the statistics go on', @statistics
    'dense output over the joint', @dense
    'bdf-fixed goes on with another order', @another_order
    'what cannot be continued', @refused};
[passed, failed] = geoms_suite ('geomsextend', cases);

end

function x0 = at_rest ()
x0 = struct ('p', [1; 0]);
end

% everything but seconds and what depends on how often residuals were looked at
function need_same (one, two)
for name = {'x', 't', 'y', 'p', 'v', 'lambda', 'xe', 'ye', 'ie', 'record', 'idata', 'residual'}
    check (isequal (one.(name{1}), two.(name{1})), '%s differs', name{1});
end
for name = {'condition', 'limiting', 'redundant', 'status', 'idid', 'message', 't', 'h'}
    check (isequal (one.info.(name{1}), two.info.(name{1})), 'info.%s differs', name{1});
end
for name = {'naccpt', 'neom', 'nmas', 'njac', 'nsel', 'npdec', 'nedec', 'nbsub', 'nstep', ...
        'nerjct', 'ncrjct', 'nsteps'}
    check (one.stats.(name{1}) == two.stats.(name{1}), '%s: %d and %d', name{1}, ...
        one.stats.(name{1}), two.stats.(name{1}));
end
check (isequal (one.extdata.tspan, two.extdata.tspan));
end

function one_run ()
sys = pendulum ('mechanical');
whole = geoms (sys, [0 3], at_rest ());
for t = [0.001, 0.5, 1.2345, 2.99]
    sol = geomsextend (geoms (sys, [0 t], at_rest ()), sys, 3);
    need_same (sol, whole);
end
% to the end of a step of the whole: nothing is shortened
sol = geomsextend (geoms (sys, [0 whole.t(20)], at_rest ()), sys, 3);
need_same (sol, whole);
end

function pieces ()
sys = pendulum ('vectorized');
sol = geoms (sys, [0 0.3], at_rest ());
for t = [0.31, 0.6, 1, 1.0001, 2]
    sol = geomsextend (sol, sys, t);
end
need_same (sol, geoms (sys, [0 2], at_rest ()));
end

function all_forms ()
settings = {{}, {'Formulation', 'psi1'}, {'ConstraintDecomposition', 'qr'}, ...
    {'ConstraintDecomposition', 'svd'}, {'SelectorUpdate', 'adaptive'}, ...
    {'JacobianReuse', 0.001}, {'NewtonMatrixAt', 3}, {'Selector', 'rows'}, {'Project', 'off'}, ...
    {'Step', 0.02}};
for i = 1:numel (settings)
    sys = pendulum ('vectorized');
    sol = geomsextend (geoms (sys, [0 0.8], at_rest (), settings{i}{:}), sys, 2);
    need_same (sol, geoms (sys, [0 2], at_rest (), settings{i}{:}));
end
for form = {'varying mass', 'model', 'residual', 'residual jac'}
    sys = pendulum (form{1});
    sol = geomsextend (geoms (sys, [0 0.8], at_rest ()), sys, 2);
    need_same (sol, geoms (sys, [0 2], at_rest ()));
end
[sys, x0, tspan] = andrews_system ();
sol = geomsextend (geoms (sys, [0 tspan(end) / 20], x0), sys, tspan(end) / 10);
need_same (sol, geoms (sys, [0 tspan(end) / 10], x0));
end

function requested ()
sys = pendulum ('vectorized');
t = 0.1 * (0:30);
whole = geoms (sys, t, at_rest ());
first = geoms (sys, t(1:18), at_rest ());
sol = geomsextend (first, sys, t(19:end));
need_same (sol, whole);
sol = geomsextend (first, sys, t(end));
check (isequal (sol.t, t([1:18, end])) && isequal (sol.y(:, end), whole.y(:, end)));
% what had been requested and was not reached is still returned
first = geoms (sys, t, at_rest (), 'MaxSteps', 30, 'Display', 'off');
need_same (geomsextend (first, sys, t(end), [], geomsset ('MaxSteps', 1000)), whole);
end

function decreasing ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
first = geoms (sys, [2 0.7], struct ('p', cos (2), 'v', -sin (2)));
need_same (geomsextend (first, sys, -1), geoms (sys, [2 -1], struct ('p', cos (2), 'v', -sin (2))));
check_error ('geoms:extend:tend', @() geomsextend (first, sys, 1));
end

function after_max_steps ()
sys = pendulum ('vectorized');
whole = geoms (sys, [0 3], at_rest ());
sol = geoms (sys, [0 3], at_rest (), 'MaxSteps', 25, 'Display', 'off');
sol = geomsextend (sol, sys, 3, [], geomsset ('MaxSteps', 1000));
need_same (sol, whole);
sol = geoms (sys, [0 3], at_rest (), 'MaxSteps', 70, 'Display', 'off');
check (strcmp (sol.info.status, 'failed'));
% each part may make so many steps
need_same (geomsextend (sol, sys, 3), whole);
end

function [sys, opts, x0] = bouncing ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -1);
opts = geomsset ('Events', @(t,p,v) deal (p, 0, -1), 'EventAction', ...
    @(t,p,v,z,ie) deal (p, -0.9 * v), 'MaxStep', 0.4);
x0 = struct ('p', 0.5);
end

function with_events ()
[sys, opts, x0] = bouncing ();
whole = geoms (sys, [0 8], x0, opts);
for t = [0.5, 1, 1.0001, whole.xe(3), 6]
    sol = geomsextend (geoms (sys, [0 t], x0, opts), sys, 8, [], opts);
    need_same (sol, whole);
end
sol = geomsextend (geoms (sys, [0 0.3 5], x0, opts), sys, 8, [], opts);
need_same (sol, geoms (sys, [0 0.3 5 8], x0, opts));
end

function from_event ()
sys = pendulum ('vectorized');
opts = geomsset ('Events', @(t,p,v) deal (p(1), true, 0));
sol = geoms (sys, [0 3], at_rest (), opts);
for i = 2:4
    sol = geomsextend (sol, sys, 4, [], opts);
    check (strcmp (sol.info.status, 'event') && numel (sol.xe) == i && sol.t(end) == sol.xe(end));
end
check_close (sol.xe, [0.5 1.5 2.5 3.5], 2e-7);
sol = geomsextend (sol, sys, 4, [], geomsset ('Events', 'none'));
check (strcmp (sol.info.status, 'ok') && sol.t(end) == 4 && numel (sol.xe) == 4);
check_close (sol.y, pendulum_exact (sol.t), 2e-5);
check (all (sol.residual.relative(:) <= 1e-12));
end

function after_error ()
% a failure, here an error of the user's after which he has mended his function
whole = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 3], struct ('p', 1));
try
    geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p(1 + (t > 1))), [0 3], struct ('p', 1));
catch e %#ok<NASGU>
end
sol = geomslast ();
sol = geomsextend (sol, geomssys ('mass', 1, 'force', @(t,p,v) -p), 3);
check (strcmp (sol.info.status, 'ok') && sol.t(end) == 3);
check_close (sol.p, cos (sol.t), 4e-6);
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
sol = geoms (sys, [0 3], struct ('p', 1), 'OutputFcn', @(t,y,f) isempty (f) && t(1) > 1);
need_same (geomsextend (sol, sys, 3), whole);
end

function new_start ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -1);
opts = geomsset ('Events', @(t,p,v) deal (p, true, -1));
sol = geoms (sys, [0 6.5], struct ('p', 0.5), opts);
while strcmp (sol.info.status, 'event')
    sol = geomsextend (sol, sys, 6.5, struct ('p', 0, 'v', -sol.v(end)), opts);
end
check_close (sol.xe, [1 3 5], 1e-12);
check (sum (diff (sol.t) == 0) == 3 && sol.t(end) == 6.5);
check_close (sol.p(end), 1.5 - 1.5 ^ 2 / 2, 1e-12);
% it is made consistent, and counted together
sys = pendulum ('vectorized');
first = geoms (sys, [0 1], at_rest ());
sol = geomsextend (first, sys, 2, struct ('p', [0; -1.1], 'v', [2; 1]));
at = find (diff (sol.t) == 0);
check (sol.t(at) == 1 && all (sol.residual.relative(:) <= 1e-12));
check_close (sol.y(2:5, at + 1), [2; 0; 0; -1], 1e-12);
alone = geoms (sys, [1 2], struct ('p', [0; -1.1], 'v', [2; 1]));
check (isequal (sol.y(:, at + 1:end), alone.y));
check (sol.stats.naccpt == first.stats.naccpt + alone.stats.naccpt);
check (isequal (sol.extdata.tspan, [0 2]));
% requested times
first = geoms (sys, [0 0.4 0.8], at_rest ());
sol = geomsextend (first, sys, [1 2], at_rest ());
check (isequal (sol.t, [0 0.4 0.8 0.8 1 2]));
check_error ('geoms:x0:size', @() geomsextend (first, sys, 2, struct ('v', 1)));
end

function changed_options ()
sys = pendulum ('vectorized');
sol = geoms (sys, [0 1], at_rest ());
sol = geomsextend (sol, sys, 2, [], geomsset ('RelTol', 1e-10, 'AbsTol', 1e-10));
check (sol.extdata.options.RelTol == 1e-10);
check (sum (sol.t > 1) > 2 * sum (sol.t < 1), '%d %d', sum (sol.t > 1), sum (sol.t < 1));
check_close (sol.y, pendulum_exact (sol.t), 1e-5);
end

function recorded ()
sys = pendulum ('vectorized');
opts = geomsset ('Record', @(t,p,v) p(1, :) + t);
sol = geomsextend (geoms (sys, [0 1], at_rest (), opts), sys, 2, [], opts);
need_same (sol, geoms (sys, [0 2], at_rest (), opts));
sol = geomsextend (geoms (sys, [0 1], at_rest (), opts), sys, 2, [], geomsset ('Record', 'none'));
check (isempty (sol.record));
end

function output ()
log = containers.Map ('KeyType', 'double', 'ValueType', 'any');
sys = pendulum ('vectorized');
first = geoms (sys, [0 1], at_rest ());
sol = geomsextend (first, sys, 2, [], geomsset ('OutputFcn', @(t,y,f) kept (log, t, y, f)));
calls = log.values ();
calls = [calls{:}];
check (strcmp (calls(1).flag, 'init') && strcmp (calls(end).flag, 'done'));
from = find (sol.t == calls(1).t(1));
check (calls(1).t(1) <= 1 && calls(1).t(2) == 2 && isequal (calls(1).y, sol.y(:, from)));
check (isequal ([calls(2:end - 1).t], sol.t(from + 1:end)));
end

function stop = kept (log, t, y, flag)
log(log.Count + 1) = struct ('t', t, 'y', y, 'flag', flag); %#ok<NASGU>
stop = false;
end

function switched_off ()
sys = pendulum ('vectorized');
opts = geomsset ('Dense', 'off', 'Residuals', 'off');
sol = geomsextend (geoms (sys, [0 1.1], at_rest (), opts), sys, 2);
whole = geoms (sys, [0 2], at_rest (), opts);
check (isequal (sol.t, whole.t) && isequal (sol.y, whole.y));
check (isempty (sol.idata.dense.t) && all (isnan (sol.residual.relative(:))));
end

function new_session ()
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
sys = pendulum ('mechanical');
sol = geoms (sys, [0 1.3], at_rest ());
whole = geoms (sys, [0 2], at_rest ());
save (file, 'sol', 'whole');
if exist ('OCTAVE_VERSION', 'builtin') == 0
    found = load (file);
    sol = geomsextend (found.sol, sys, 2);
    check (isequal (sol.y, found.whole.y));
    return
end
here = fileparts (mfilename ('fullpath'));
command = sprintf (['addpath (''%s'', ''%s''); s = load (''%s''); ', ...
    'sys = pendulum (''mechanical''); sol = geomsextend (s.sol, sys, 2); ', ...
    'disp (isequal (sol.y, s.whole.y) && isequal (sol.idata, s.whole.idata))'], here, ...
    fileparts (which ('geoms')), file);
[status, text] = system (sprintf ('octave-cli --norc --no-history -q --eval "%s"', command));
check (status == 0 && strcmp (strtrim (text), '1'), '%s', text);
end

function parameters ()
sys = geomssys ('mass', 1, 'force', @(t,p,v,q) -q * p, 'parameters', 1);
sol = geoms (sys, [0 pi], struct ('p', 1), 'RelTol', 1e-9, 'AbsTol', 1e-9);
sol = geomsextend (sol, geomssys (sys, 'parameters', 4), 2 * pi, ...
    struct ('p', sol.p(end), 'v', sol.v(end)));
check_close (sol.p(end), -1, 4e-8);
end

function statistics ()
sys = pendulum ('vectorized', 'derive', 'off');
first = geoms (sys, [0 1], at_rest ());
sol = geomsextend (first, sys, 2);
check (sol.stats.callbacks > first.stats.callbacks && sol.stats.seconds > first.stats.seconds);
check (sol.stats.naccpt == numel (sol.t) - 1);
limiting = sol.info.limiting;
check (sum ([limiting.p, limiting.v, limiting.lambda]) == sol.stats.naccpt);
end

function dense ()
sys = pendulum ('vectorized');
sol = geomsextend (geoms (sys, [0 1], at_rest ()), sys, 2);
t = linspace (0, 2, 77);
check (isequal (geomsval (sol, t), geomsval (geoms (sys, [0 2], at_rest ()), t)));
end

% bdf-fixed goes on with the order it is given
function another_order ()
sys = pendulum ('vectorized');
start = geoms (sys, [0 0.1], at_rest (), 'Method', 'bdf-fixed', 'Order', 2, 'Step', 0.002);
last = geoms (sys, [0.1 1], struct ('p', start.p(:, end), 'v', start.v(:, end)), 'RelTol', 1e-11, ...
    'AbsTol', 1e-11);
for order = [2 4]
    sol = geomsextend (start, sys, 1, [], geomsset ('Order', order));
    off(order / 2) = norm (sol.p(:, end) - last.p(:, end)); %#ok<AGROW>
end
check (off(2) < 0.05 * off(1), 'errors %g and %g', off);
end

function refused ()
sys = pendulum ('vectorized');
sol = geoms (sys, [0 1], at_rest ());
check_error ('geoms:arguments:number', @() geomsextend (sol, sys));
check_error ('geoms:extend:solution', @() geomsextend (1, sys, 2));
check_error ('geoms:system:sys', @() geomsextend (sol, 1, 2));
check_error ('geoms:extend:tend', @() geomsextend (sol, sys, 0.5), '0.5');
check_error ('geoms:extend:tend', @() geomsextend (sol, sys, 1));
check_error ('geoms:extend:tend', @() geomsextend (sol, sys, [2 3]), 'one finite number');
check_error ('geoms:extend:tend', @() geomsextend (sol, sys, NaN));
check_error ('geoms:extend:system', @() geomsextend (sol, geomssys ('mass', [1 1], 'force', ...
    @(t,p,v) -p), 2), 'nl is 1');
named = @(name) geomssys ('mass', 1, 'force', @(t,p,v) -p, 'names', struct ('p', {{name}}));
check_error ('geoms:extend:system', @() geomsextend (geoms (named ('arm'), [0 1], struct ('p', 1)), ...
    named ('crank'), 2), 'p(1) is ''arm'' there and ''crank'' here');
check_error ('geoms:extend:state', @() geomsextend (setfield (sol, 'state', []), sys, 2));
check_error ('geoms:extend:state', @() geomsextend (setfield (sol, 'state', ...
    sol.state(1:end-1)), sys, 2), 'not complete');
check_error ('geoms:extend:state', @() geomsextend (setfield (sol, 'state', ...
    [8; sol.state(2:end)]), sys, 2), 'format 8');
check_error ('geoms:extend:method', @() geomsextend (sol, sys, 2, [], geomsset ('Method', 'bdf')), ...
    'not ''psf'' and ''bdf''');
check_error ('geoms:extend:method', @() geomsextend (sol, sys, 2, [], geomsset ('Formulation', ...
    'index2')), '''index2''');
same = geomsextend (sol, sys, 1.1, [], geomsset ('Method', 'radau5'));
check (strcmp (same.info.status, 'ok'));
with_events = geoms (sys, [0 1], at_rest (), 'Events', @(t,p,v) p(1));
check_error ('geoms:extend:functions', @() geomsextend (with_events, sys, 2), 'Events');
% another number of events
sol = geomsextend (with_events, sys, 2, [], geomsset ('Events', @(t,p,v) p));
check (all (diff (sol.t) > 0) && any (sol.ie == 2));
check_close (sol.y, pendulum_exact (sol.t), 2e-5);
end

% with an X0 and without one; events again after a terminal event
function names_and_values ()
sys = pendulum ('vectorized');
sol = geoms (sys, [0 1], at_rest ());
need_same (geomsextend (sol, sys, 2, 'RelTol', 1e-4), ...
    geomsextend (sol, sys, 2, [], geomsset ('RelTol', 1e-4)));
need_same (geomsextend (sol, sys, 2, at_rest (), 'MaxStep', 0.01, 'Method', 'bdf'), ...
    geomsextend (sol, sys, 2, at_rest (), geomsset ('MaxStep', 0.01, 'Method', 'bdf')));
spring = geomssys ('mass', 1, 'force', @(t,p,v) -p);
ends = @(t,p,v) deal (p, true, 0);
sol = geoms (spring, [0 20], struct ('p', 1), 'Events', ends);
for i = 1:2
    sol = geomsextend (sol, spring, 20, 'Events', ends);
    check (strcmp (sol.info.status, 'event'));
end
check_close (sol.xe, pi * [0.5 1.5 2.5], 4e-7);
check_error ('geoms:options:pairs', @() geomsextend (sol, spring, 30, 'Events'));
end

function by_name ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
opts = geomsset ('Events', 'two_events_of_test');
sol = geomsextend (geoms (sys, [0 2], struct ('p', 1), opts), sys, 6);
whole = geoms (sys, [0 6], struct ('p', 1), opts);
check (isequal (sol.xe, whole.xe) && isequal (sol.ie, whole.ie) && numel (sol.ie) == 4);
sol = geomsextend (sol, sys, 20, 'Events', 'none');
check (numel (sol.ie) == 4);
end

%!test
%! [~, failed] = test_geomsextend ();
%! assert (failed, 0);
