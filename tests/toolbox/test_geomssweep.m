function [passed, failed] = test_geomssweep ()
%TEST_GEOMSSWEEP  Many runs: those of geoms, in order, whoever makes them; failures; array jobs.

cases = {
    'derived: the runs of geoms, whatever the number of workers', @derived
    'parameters that are a struct', @of_structs
    'parameters that are constants of what was recorded', @frozen
    'sizes that the initial values tell', @waiting
    'native: the same', @native
    'trees: starts, parameters, functions of time', @trees
    'functions that are called: the same', @called
    'the same over processes', @processes
    'options: events, times, records, other forms and methods', @options
    'derivatives without a value at some starts', @no_derivatives
    'starts that are moved, redundant rows', @told
    'a solution of a sweep can be used like any', @used
    'a member that fails does not stop the others', @failures
    'nor does one whose parameters, a struct, do not fit', @unfit
    'errors of functions that are called', @thrown
    'Reduce', @reduced
    'Reduce that fails', @reduce_fails
    'progress', @progress
    'an error of Progress leaves what is done to geomslast', @kept
    'Ctrl-C leaves what is done to geomslast', @interrupted
    'a sweep inside of a sweep', @nested
    'more members than there is a window for', @many
    'large members: few at a time', @large
    'an array job, run by a shell', @array_job
    'an array job, run by Slurm', @slurm
    'Workers of any class', @whole_numbers
    'what is refused', @refused};
[passed, failed] = geoms_suite ('geomssweep', cases);

end

function sys = swing (varargin)
sys = geomssys ('mass', eye (2), 'force', @(t,p,v,q) [0; -q(1)] - q(2) * v, 'constraint', ...
    @(t,p,q) p'*p - 1, 'constraintJacobian', @(t,p,q) 2*p', 'constraintAcceleration', ...
    @(t,p,v,q) 2*(v'*v), 'parameters', [9.81 0.1], varargin{:});
end

function Q = gravities (count)
Q = [linspace(5, 15, count); linspace(0, 0.3, count)];
end

function X0 = angles (count)
X0 = arrayfun (@(a) struct ('p', [sin(a); -cos(a)]), linspace (0.2, 3, count));
end

% ---- comparisons ----

% all but computing times, and what was compared on the way
function need_same (a, b, what)
check (isequal (fieldnames (a), fieldnames (b)), '%s: other fields', what);
for name = fieldnames (a)'
    one = a.(name{1});
    two = b.(name{1});
    switch name{1}
        case 'stats'
            times = {'seconds', 'secondsCallbacks', 'nchecks'};
            one = rmfield (one, times);
            two = rmfield (two, times);
        case 'extdata'
            one.options.Display = [];
            two.options.Display = [];
    end
    check (isequaln (one, two), '%s: %s differs', what, name{1});
end
end

% the sweep by one and by several workers beside geoms
function results = need_runs (sys, tspan, X0, Q, varargin)
for workers = [1 2 5]
    results = geomssweep (sys, tspan, X0, Q, varargin{:}, 'Workers', workers);
    for k = 1:numel (results)
        x0 = X0;
        if numel (X0) > 1
            x0 = X0(k);
        end
        one = sys;
        if isstruct (Q) && ~isempty (Q)
            one = geomssys (sys, 'parameters', Q(k));
        elseif ~isempty (Q)
            one = geomssys (sys, 'parameters', reshape (Q(:, min (k, end)), size (sys.parameters)));
        end
        sol = geoms (one, tspan, x0, varargin{:}, 'Display', 'off');
        need_same (results(k), sol, sprintf ('%d workers, member %d', workers, k));
    end
end
end

% ---- the same runs ----

function derived ()
sys = swing ('derive', 'on');
results = need_runs (sys, [0 1], struct ('p', [1; 0]), gravities (9));
check (isequal (size (results), [1 9]));
check (all (arrayfun (@(one) one.stats.callbacks, results) == 0));
need_runs (sys, [0 1], angles (4), []);
need_runs (sys, [0 1], angles (4), gravities (4));
need_runs (sys, [1 0], struct ('p', {[1; 0], [0; 1]}, 'v', {[0; 1], [2; 0]}), [9; 0]);
end

function of_structs ()
sys = geomssys ('mass', 1, 'force', @(t,p,v,q) -q.k * p - q.d(1) * v, 'parameters', struct ('k', 1, 'd', ...
    [0.1 2], 'name', 'soft'), 'derive', 'on');
Q = struct ('k', {1, 4, 9}, 'd', {[0 1], [1 1], [2 1]}, 'name', 'soft');
results = need_runs (sys, [0 1], struct ('p', 1), Q);
sol = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -4 * p - v), [0 1], struct ('p', 1));
check_close (results(2).p(end), sol.p(end), 1e-9);
end

% they decide how often a loop runs
function frozen ()
sys = geomssys ('mass', 1, 'force', @many_springs, 'parameters', [2 1], 'derive', 'on');
check (numel (sys.derive.frozen) == 1);
results = need_runs (sys, [0 1], struct ('p', 1), [2 3 2 4; 1 1 5 2]);
check_close (results(2).p(end), cos (sqrt (3)), 1e-5);
end

function f = many_springs (t, p, v, q) %#ok<INUSL>
f = 0;
for i = 1:q(1)
    f = f - q(2) * p;
end
end

function waiting ()
[sys, x0] = andrews ();
check (strcmp (sys.derive.status, 'waiting'));
X0 = [x0, x0, x0];
X0(2).v = X0(2).v + 0;
X0(3).p(1) = X0(3).p(1) + 1e-3;
results = need_runs (sys, [0 0.003], X0, []);
check (~isequal (results(1).y, results(3).y) && isequal (results(1).y, results(2).y));
end

function [sys, x0] = andrews ()
here = fileparts (mfilename ('fullpath'));
before = path ();
restorer = onCleanup (@() path (before));
addpath (fullfile (here, '..', 'data'));
[sys, x0] = andrews_system ();
end

function sys = compiled ()
here = fileparts (mfilename ('fullpath'));
before = path ();
restorer = onCleanup (@() path (before));
addpath (fullfile (here, '..', '..', 'examples', 'native'));
sys = geomssys ('library', build (), 'symbol', 'pendulum', 'parameters', [1 9.81]);
end

function native ()
if ~has_sources ()
    fprintf ('skip geomssweep native: no C sources here to compile\n');
    return
end
sys = compiled ();
need_runs (sys, [0 1], struct ('p', {[1; 0], [0.6; 0.8], [0; 1]}), []);
need_runs (sys, [0 1], struct ('p', [1; 0]), [1 1 1; 5 10 15]);
% as vectors [lambda; v; p]; it takes two parameters, both positive
x = [NaN NaN; 0 0; 0 0; 1 0.8; 0 -0.6];
results = geomssweep (sys, [0 1], x, []);
need_same (results(2), geoms (sys, [0 1], x(:, 2), 'Display', 'off'), 'a vector');
results = geomssweep (sys, [0 1], struct ('p', [1; 0]), [1 -1 1; 9 9 8], 'Display', 'off');
check (isequal (arrayfun (@(one) one.info.idid, results) < 0, [false true false]));
check (strcmp (results(2).info.identifier, 'geoms:native:create'), results(2).info.identifier);
end

function trees ()
tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12);
tree = geomsaddbody (tree, 'hand', 'parent', 'arm', 'at', [1 0], 'mass', 0.5, 'com', [0.3 0], 'inertia', 0.1);
sys = geomssys (tree, 'parameters', {'arm.mass', 'hand.com(1)'});
need_runs (sys, [0 0.5], struct ('p', {[0; 0], [1; 0.5], [2; 0]}), []);
need_runs (sys, [0 0.5], struct (), [1 2 3; 0.1 0.2 0.3]);
results = geomssweep (sys, [0 0.5], [], [1 -2 3; 0.1 0.2 0.3], 'Display', 'off');
check (strcmp (results(2).info.identifier, 'geoms:tree:parameter'), results(2).info.identifier);
check (strcmp (results(3).info.status, 'ok'));
% a force of the user's that is recorded, and one that is called
own = geomssys (tree, 'force', @(t,p,v,q) -q * v, 'parameters', {'d', 0.1});
need_runs (own, [0 0.5], struct (), [0 0.5]);
need_runs (geomssys (own, 'derive', 'off'), [0 0.5], struct (), [0 0.5]);
% quaternions, given with any length
top = geomsaddbody (geomstree (), 'top', 'joint', 'spherical', 'mass', 1, 'com', [0 0 0.3], 'inertia', ...
    [0.01 0.01 0.02]);
need_runs (geomssys (top), [0 0.2], struct ('p', {[1 0 0 0], [0.6 0.8 0 0]}, 'v', {[0 0 9], [0 1 20]}), []);
end

function called ()
sys = swing ('derive', 'off');
results = need_runs (sys, [0 0.5], struct ('p', [1; 0]), gravities (3));
check (all (arrayfun (@(one) one.stats.callbacks, results) > 0));
x = [0 0; 0 0; 0 0.1; 1 0; 0 1];
results = geomssweep (pendulum ('residual'), [0 0.3], x, []);
need_same (results(2), geoms (pendulum ('residual'), [0 0.3], x(:, 2)), 'residual form');
end

function processes ()
if ~exist ('OCTAVE_VERSION', 'builtin')
    fprintf ('skip geomssweep processes: parcellfun is Octave''s\n');
    return
end
loaded = exist ('parcellfun') > 0; %#ok<EXIST>
if ~loaded
    try
        feval ('pkg', 'load', 'parallel');
    catch
        fprintf ('skip geomssweep processes: the package parallel is not installed\n');
        return
    end
    restorer = onCleanup (@() feval ('pkg', 'unload', 'parallel'));
end
sys = swing ('derive', 'off');
X0 = angles (7);
X0(3).p = [NaN; 0];
opts = {'Display', 'off', 'Reduce', @(sol, k) {k, sol.y, feval('getpid')}};
one = geomssweep (sys, [0 0.5], X0, [], opts{:}, 'Workers', 1);
two = geomssweep (sys, [0 0.5], X0, [], opts{:}, 'Workers', 2);
for k = [1 2 4:7]
    check (isequal (one(k).value(1:2), two(k).value(1:2)), 'member %d', k);
    check (one(k).value{3} == feval ('getpid') && two(k).value{3} ~= feval ('getpid'), 'it was no process of its own');
end
check (strcmp (two(3).info.identifier, 'geoms:x0:value'));
end

function options ()
sys = swing ('derive', 'on');
Q = gravities (3);
x0 = struct ('p', [1; 0]);
need_runs (sys, linspace (0, 1, 7), x0, Q);
results = need_runs (sys, [0 2], x0, Q, 'Events', @(t,p,v) p(1));
check (all (arrayfun (@(one) numel (one.xe), results) > 0));
need_runs (sys, [0 2], x0, Q, 'Events', @falls_through);
% an action is called
need_runs (sys, [0 1], x0, Q, 'Events', @(t,p,v) p(1), 'EventAction', @(t,p,v,z,ie) struct ('v', -v / 2));
results = need_runs (sys, [0 1], x0, Q, 'Record', @(t,p,v,z,q) q(1) * p(2) + v'*v / 2);
check (numel (results(1).record) == numel (results(1).t));
need_runs (sys, [0 1], x0, Q, 'Refine', 3);
need_runs (sys, [0 1], x0, Q, 'Dense', 'off', 'Residuals', 'off');
need_runs (sys, [0 1], x0, Q, 'AbsTol', struct ('p', 1e-8, 'v', 1e-5), 'RelTol', 1e-7);
need_runs (sys, [0 1], x0, Q, 'Method', 'radau', 'RelTol', 1e-10);
for form = {'psi1', 'ggl', 'index2', 'uode', 'partition-svd', 'extended-317'}
    need_runs (sys, [0 0.5], x0, Q(:, 1:2), 'Formulation', form{1});
end
need_runs (sys, [0 0.5], x0, Q, 'Formulation', 'partition-fixed', 'Independent', 2);
end

function [value, stop, direction] = falls_through (t, p, v, q) %#ok<INUSL>
value = p(1) + 0.01 * q(1);
stop = 1;
direction = -1;
end

% sqrt (p'p) has no derivative at p = 0, and a value
function no_derivatives ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) -p + 0.1 * sqrt (p'*p) * [1; 0], 'derive', 'on');
X0 = struct ('p', {[1; 0], [0; 0], [0.5; 1]}, 'v', {[0; 0], [1; 1], [0; 0]});
need_runs (sys, [0 1], X0, []);
need_runs (sys, [0 1], X0([2 1 3]), []);
end

function told ()
sys = swing ('derive', 'on');
results = need_runs (sys, [0 0.5], struct ('p', {[1; 0], [0.9; 0.1], [0; 1]}), []);
check (isempty (results(1).info.moved) && strcmp (results(2).info.moved.name, 'p(1)'));
twice = geomssys ('mass', eye (2), 'force', @(t,p,v,q) [0; -q], 'constraint', @(t,p,q) [1; 2] * (p'*p - 1), ...
    'parameters', 1, 'derive', 'on');
results = need_runs (twice, [0 0.5], struct ('p', [1; 0]), [1 2 3]);
check (results(2).info.redundant.automatic);
end

function used ()
sys = swing ('derive', 'on');
Q = gravities (3);
results = geomssweep (sys, [0 1], struct ('p', [1; 0]), Q);
one = geomssys (sys, 'parameters', Q(:, 2)');
sol = geoms (one, [0 1], struct ('p', [1; 0]));
check (isequal (geomsval (results(2), [0.1 0.77]), geomsval (sol, [0.1 0.77])));
longer = geomsextend (results(2), one, 2);
other = geomsextend (sol, one, 2);
check (isequal (longer.y, other.y));
end

% ---- failures ----

function failures ()
sys = swing ('derive', 'on');
X0 = struct ('p', {[1; 0], [NaN; 0], [1; 0; 0], 'wrong', [0; 0], [0.6; 0.8], [1; 0]}, 'v', ...
    {[0; 0], [0; 0], [0; 0], [0; 0], [0; 0], [0; 0], [0; 3000]});
known = {'ok', 'failed', 'failed', 'failed', 'failed', 'ok', 'failed'};
first = [];
for workers = [1 2]
    fcn = @() geomssweep (sys, [0 1], X0, [], 'Workers', workers, 'MaxSteps', 300);
    results = check_warning ('geoms:sweep:failed', fcn);
    status = arrayfun (@(one) one.info.status, results, 'UniformOutput', false);
    check (isequal (status, known), sprintf ('%s ', status{:}));
    identifiers = arrayfun (@(one) one.info.identifier, results, 'UniformOutput', false);
    check (isequal (identifiers([2 3 4 7]), {'geoms:x0:value', 'geoms:x0:size', 'geoms:x0:value', ...
        'geoms:steps:many'}), sprintf ('%s ', identifiers{:}));
    check (all (~cellfun ('isempty', arrayfun (@(one) one.info.message, results, 'UniformOutput', false))));
    check (isempty (results(2).t) && numel (results(7).t) == results(7).stats.naccpt + 1);
    check (all (arrayfun (@(one) one.info.idid, results([2:5, 7])) < 0));
    if isempty (first)
        first = results;
    end
    check (isequaln ({first.y}, {results.y}));
end
% one by one they say the same; nothing is said with Display 'off'
for k = [3 5]
    check_error (results(k).info.identifier, @() geoms (sys, [0 1], X0(k), 'MaxSteps', 300));
end
check_warning ('', @() geomssweep (sys, [0 1], X0, [], 'MaxSteps', 300, 'Display', 'off'));
% all of them
results = geomssweep (sys, [0 1], X0(2:4), [], 'Display', 'off');
check (isequal (size (results), [1 3]) && isequal (results(1).info.status, 'failed'));
% for one reason, which is none of theirs
check_error ('geoms:system:arity', @() geomssweep (sys, [0 1], X0([1 6]), [], 'Events', @(t,p) p(1)));
check_error ('geoms:x0:value', @() geomssweep (sys, [0 1], X0([2 2]), []));
end

% one number, of which nothing is left where the member does not fit
function unfit ()
sys = geomssys ('mass', @(t,p,q) q.m * eye (2), 'force', @(t,p,v,q) [0; -9.81 * q.m], 'constraint', ...
    @(t,p,q) p'*p - 1, 'parameters', struct ('m', 1), 'derive', 'on');
x0 = struct ('p', {[1; 0], [NaN; 0], [1; 0]});
results = geomssweep (sys, [0 0.2], x0, struct ('m', {1, 2, 3}), 'Display', 'off');
check (isequal (arrayfun (@(one) one.info.status, results, 'UniformOutput', false), {'ok', 'failed', 'ok'}));
check (strcmp (results(2).info.identifier, 'geoms:x0:value'), results(2).info.message);
for m = {[1 2], [], NaN, {1}, single(2)}
    Q = struct ('m', {1, 2, 3});
    Q(2).m = m{1};
    for workers = [1 2]
        results = geomssweep (sys, [0 0.2], x0(1), Q, 'Workers', workers, 'Display', 'off');
        check (isequal (arrayfun (@(one) one.info.status, results, 'UniformOutput', false), ...
            {'ok', 'failed', 'ok'}), class (m{1}));
        check (~isempty (results(2).info.message) && isempty (results(2).t));
    end
end
end

function thrown ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p(1 + (t > p)), 'derive', 'off');
results = geomssweep (sys, [0 1], struct ('p', {2, 0.5, 3}), [], 'Display', 'off');
check (isequal (arrayfun (@(one) one.info.idid, results) < 0, [false true false]));
check (results(2).t(end) > 0 && results(2).t(end) < 1 && isfield (results(2).info, 'thrown'));
check (~strncmp (results(2).info.identifier, 'geoms:', 6));
end

function reduced ()
sys = swing ('derive', 'on');
sols = geomssweep (sys, [0 1], angles (5), []);
for workers = [1 2]
    results = geomssweep (sys, [0 1], angles (5), [], 'Reduce', @(sol, k) [k; sol.p(:, end)], 'Workers', workers);
    check (isequal (fieldnames (results), {'value'; 'info'; 'stats'}));
    check (isequal ([results.value], [1:5; arrayfun(@(one) one.p(1, end), sols); ...
        arrayfun(@(one) one.p(2, end), sols)]));
end
results = geomssweep (sys, [0 1], angles (2), [], 'Reduce', @(sol) {sol.t});
X0 = angles (2);
sol = geoms (sys, [0 1], X0(2));
check (iscell (results(2).value) && isequal (results(2).value{1}, sol.t));
end

function reduce_fails ()
sys = swing ('derive', 'on');
fcn = @() geomssweep (sys, [0 1], angles (5), [], 'Reduce', @(sol, k) pick (k));
results = check_warning ('geoms:sweep:failed', fcn);
check (isequal ([results.value], [1 2 4 5]) && isempty (results(3).value));
check (strcmp (results(3).info.identifier, 'pick:three') && strcmp (results(3).info.status, 'failed'));
% it does not see runs that failed
X0 = angles (3);
X0(2).p = [NaN; 1];
results = geomssweep (sys, [0 1], X0, [], 'Reduce', @(sol, k) k, 'Display', 'off');
check (isequal ([results.value], [1 3]));
end

function k = pick (k)
if k == 3
    error ('pick:three', 'three');
end
end

% ---- progress, and what ends a sweep ----

function list = noted (done, count)
persistent seen
if nargin > 0
    seen(end + 1, :) = [done, count];
end
list = seen;
if nargin == 0
    seen = [];
end
end

function progress ()
for derive = {'on', 'off'}
    sys = swing ('derive', derive{1});
    noted ();
    geomssweep (sys, [0 0.2], angles (5), [], 'Progress', @(done, count) noted (done, count));
    check (isequal (noted (), [1:5; 5 * ones(1, 5)]'));
end
text = evalc ('geomssweep (sys, [0 1], angles (3), [], ''Progress'', ''on'');');
check (isempty (text), 'a short sweep shows no bar: %s', text);
slow = geomssys ('mass', 1, 'force', @(t,p,v) wait (p), 'derive', 'off'); %#ok<NASGU>
text = evalc ('geomssweep (slow, [0 1], struct (''p'', {1, 2, 3}), [], ''Progress'', ''on'');');
check (~isempty (strfind (text, '3 of 3, done in')), text);
end

function f = wait (p)
f = -p;
pause (0.02);
end

function kept ()
for derive = {'on', 'off'}
    sys = swing ('derive', derive{1});
    check_error ('enough:now', @() geomssweep (sys, [0 0.2], angles (5), [], 'Progress', ...
        @(done, count) enough (done)));
    last = geomslast ();
    status = arrayfun (@(one) one.info.status, last, 'UniformOutput', false);
    check (isequal (status, {'ok', 'ok', 'ok', 'interrupted', 'interrupted'}), sprintf ('%s ', status{:}));
    X0 = angles (5);
    sol = geoms (sys, [0 0.2], X0(2));
    check (isequal (last(2).y, sol.y));
end
end

function enough (done)
if done == 3
    error ('enough:now', 'enough');
end
end

% interrupt.py starts another Octave, presses Ctrl-C and prints 'interrupt: ok' if all is well
function interrupted ()
if ~exist ('OCTAVE_VERSION', 'builtin') || ~isunix () || ~has_sources ()
    fprintf ('skip geomssweep Ctrl-C: Octave on Unix, with the sources, only\n');
    return
end
here = fileparts (mfilename ('fullpath'));
[status, text] = system (sprintf ('python3 "%s" sweep 2>&1', fullfile (here, 'interrupt.py')));
check (status == 0 && ~isempty (strfind (text, 'interrupt: ok')), text);
end

function nested ()
sys = swing ('derive', 'on');
inner = @(sol, k) geomssweep (sys, [0 0.2], angles (k), [], 'Reduce', @(sol) sol.p(1, end));
results = geomssweep (sys, [0 0.2], angles (4), [], 'Reduce', inner, 'Workers', 2);
for k = 1:4
    plain = geomssweep (sys, [0 0.2], angles (k), []);
    check (isequal ([results(k).value.value], arrayfun (@(one) one.p(1, end), plain)));
end
end

function many ()
sys = swing ('derive', 'on');
Q = gravities (650);
Q(:, 71) = NaN;
results = geomssweep (sys, [0 0.1], struct ('p', [1; 0]), Q, 'Workers', 3, 'Reduce', @(sol, k) [k; ...
    sol.p(2, end)], 'Display', 'off');
value = [results.value];
check (isequal (value(1, :), [1:70, 72:650]) && all (diff (value(2, :)) < 0 | diff (value(1, :)) > 1));
check (strcmp (results(71).info.status, 'failed'));
end

function large ()
K = 1500;
force = @(t,p,v,q) -q * p;
sys = geomssys ('mass', ones (K, 1), 'force', force, 'parameters', 1, 'dims', struct ('np', K), 'derive', 'on');
Q = 1:9;
results = geomssweep (sys, [0 0.3], struct ('p', linspace (0, 1, K)'), Q, 'Reduce', @(sol) sol.p([2, end], end), ...
    'Workers', 2, 'Method', 'dopri5', 'Formulation', 'index1', 'Dense', 'off');
value = [results.value];
check_close (value(2, :), cos (0.3 * sqrt (Q)), 1e-5);
check_close (value(1, :) * (K - 1), cos (0.3 * sqrt (Q)), 1e-5);
end

% ---- array jobs ----

function [sys, X0, list] = of_job ()
sys = swing ('derive', 'on');
X0 = angles (7);
X0(5).p = [NaN; 0];
factor = 3;
list = {'Events', @(t,p,v) p(1), 'Reduce', @(sol, k) factor * k * sol.p(:, end), 'Display', 'off'};
end

function array_job ()
if ~exist ('OCTAVE_VERSION', 'builtin') || ~isunix ()
    fprintf ('skip geomssweep array jobs: Octave on Unix only\n');
    return
end
[sys, X0, list] = of_job ();
folder = [tempname(), ' it''s'];
remover = onCleanup (@() gone (folder));
job = geomssweep (sys, [0 0.5], X0, [], list{:}, 'Folder', folder, 'Tasks', 3);
check (job.tasks == 3 && job.members == 7 && strcmp (job.script, fullfile (folder, 'job.sh')));
text = fileread (job.script);
check (~isempty (strfind (text, '#SBATCH --array=1-3')) && strncmp (text, '#!/bin/sh', 9));
check_error ('geoms:sweep:folder', @() geomssweep (sys, [0 1], X0, [], 'Folder', folder));
check_error ('geoms:sweep:task', @() geomssweep (folder, 4), 'are 1 to 3, not 4');
check_error ('geoms:sweep:task', @() geomssweep (folder, NaN), 'SLURM_ARRAY_TASK_ID');
check_error ('geoms:arguments:number', @() geomssweep (folder, 1, 2));
[status, text] = system (sprintf ('env -u SLURM_ARRAY_TASK_ID sh "%s" 2>&1', job.script));
check (status ~= 0 && ~isempty (strfind (text, 'SLURM_ARRAY_TASK_ID: is not set')), '%s', text);
run_task (job, 1);
run_task (job, 3);
half = check_warning ('geoms:sweep:missing', @() geomssweep (folder));
check (strcmp (half(3).info.status, 'missing') && isempty (half(3).value));
file = fullfile (folder, 'results', 'task_2.mat');
spoil (file);
half = check_warning ('geoms:sweep:missing', @() geomssweep (folder));
check (strcmp (half(3).info.status, 'missing') && ~isempty (half(1).value));
delete (file);
part = geomssweep (folder, int8 (2));    % the members of this task
results = check_warning ('', @() geomssweep (folder));
check (isequal ({part.value}, {results(3:4).value}));
plain = geomssweep (sys, [0 0.5], X0, [], list{:});
for k = 1:7
    check (isequal (results(k).value, plain(k).value), 'member %d', k);
    check (isequaln (results(k).info, plain(k).info), 'info of member %d', k);
end
check (strcmp (results(5).info.status, 'failed'));
end

% a file that nothing can be read from
function spoil (file)
to = fopen (file, 'w');
fprintf (to, 'not a result\n');
fclose (to);
end

function run_task (job, task)
[status, text] = system (sprintf ('SLURM_ARRAY_TASK_ID=%d sh "%s" 2>&1', task, job.script));
check (status == 0, 'task %d: %s', task, text);
end

function gone (folder)
if exist (folder, 'dir') == 7
    if exist ('OCTAVE_VERSION', 'builtin')
        feval ('confirm_recursive_rmdir', false);
    end
    rmdir (folder, 's');
end
end

function slurm ()
[status, text] = system ('sbatch --version 2>&1 && sinfo -h -o %a 2>&1');
if status ~= 0 || isempty (strfind (text, 'up'))
    fprintf ('skip geomssweep slurm: there is no Slurm that runs here\n');
    return
end
[sys, X0, list] = of_job ();
folder = tempname ();
remover = onCleanup (@() gone (folder));
job = geomssweep (sys, [0 0.5], X0, [], list{:}, 'Folder', folder, 'Tasks', 3);
[status, text] = system (['sbatch --wait ', job.command(8:end), ' 2>&1']);
check (status == 0, text);
results = check_warning ('', @() geomssweep (folder));
plain = geomssweep (sys, [0 0.5], X0, [], list{:});
check (isequal ({results.value}, {plain.value}));
end

% ---- what is refused ----

function refused ()
sys = swing ('derive', 'on');
x0 = struct ('p', [1; 0]);
bad = {
    'geoms:arguments:number', @() geomssweep(sys, [0 1], x0)
    'geoms:system:sys', @() geomssweep(1, [0 1], x0, [])
    'geoms:tspan:order', @() geomssweep(sys, [0 0], x0, [])
    'geoms:sweep:count', @() geomssweep(sys, [0 1], angles(2), gravities(3))
    'geoms:sweep:start', @() geomssweep(sys, [0 1], 'start', [])
    'geoms:sweep:start', @() geomssweep(sys, [0 1], {x0}, [])
    'geoms:sweep:start', @() geomssweep(sys, [0 1], {}, [])
    'geoms:sweep:start', @() geomssweep(sys, [0 1], {x0, x0}, [])
    'geoms:sweep:parameters', @() geomssweep(sys, [0 1], x0, {1, 2})
    'geoms:sweep:parameters', @() geomssweep(sys, [0 1], x0, {})
    'geoms:sweep:start', @() geomssweep(sys, [0 1], struct('p', {}), [])
    'geoms:sweep:parameters', @() geomssweep(sys, [0 1], x0, [1 2 3])
    'geoms:sweep:parameters', @() geomssweep(sys, [0 1], x0, 'q')
    'geoms:sweep:parameters', @() geomssweep(sys, [0 1], x0, zeros (1, 0))
    'geoms:sweep:parameters', @() geomssweep(sys, [0 1], x0, struct ('q', {}))
    'geoms:sweep:parameters', @() geomssweep(sys, [0 1], x0, struct('q', 1))
    'geoms:sweep:parameters', @() geomssweep(pendulum('mechanical'), [0 1], x0, 1)
    'geoms:sweep:workers', @() geomssweep(sys, [0 1], x0, [], 'Workers', 0)
    'geoms:sweep:workers', @() geomssweep(sys, [0 1], x0, [], 'Workers', 1.5)
    'geoms:sweep:tasks', @() geomssweep(sys, [0 1], x0, [], 'Tasks', 2)
    'geoms:sweep:tasks', @() geomssweep(sys, [0 1], x0, [], 'Folder', tempname(), 'Tasks', NaN)
    'geoms:sweep:folder', @() geomssweep(sys, [0 1], x0, [], 'Folder', 7)
    'geoms:sweep:folder', @() geomssweep(tempname())
    'geoms:sweep:progress', @() geomssweep(sys, [0 1], x0, [], 'Progress', 3)
    'geoms:sweep:checkpoint', @() geomssweep(sys, [0 1], x0, [], 'Checkpoint', tempname())
    'geoms:system:arity', @() geomssweep(sys, [0 1], x0, [], 'Reduce', @() 1)
    'geoms:system:arity', @() geomssweep(sys, [0 1], x0, [], 'Progress', @(done) 1)
    'geoms:system:type', @() geomssweep(sys, [0 1], x0, [], 'Reduce', 1)
    'geoms:options:pairs', @() geomssweep(sys, [0 1], x0, [], 'Workers')
    'geoms:options:name', @() geomssweep(sys, [0 1], x0, [], 'Worker', 2)
    'geoms:arguments:number', @() geomssweep('a folder', 1, 2)};
for i = 1:size (bad, 1)
    check_error (bad{i, 1}, bad{i, 2});
end
check_error ('geoms:system:arity', @() geomssweep (sys, [0 1], x0, [], 'Reduce', @() 1), 'takes no arguments;');
check_error ('geoms:system:arity', @() geomssweep (sys, [0 1], x0, [], 'Progress', @(a) 1), 'takes 1 argument;');
check_error ('geoms:system:arity', @() geomssweep (sys, [0 1], x0, [], 'Reduce', @(a,b,c,varargin) 1), ...
    'takes 3 arguments and varargin;');
end

% whole numbers of any class
function whole_numbers ()
sys = swing ();
a = geomssweep (sys, [0 0.2], angles (3), [], 'Reduce', @(sol) sol.p(:, end), 'Workers', 2);
for one = {int32(2), uint8(2), single(2)}
    b = geomssweep (sys, [0 0.2], angles (3), [], 'Reduce', @(sol) sol.p(:, end), 'Workers', one{1});
    check (isequal ({a.value}, {b.value}));
end
end
