function [passed, failed] = test_derive_auto ()
%TEST_DERIVE_AUTO  'derive', 'auto': which systems are derived, what is said of the others; parameters.

cases = {
    'parameters are inputs: others are no reason to record anew', @inputs
    'parameters that decide alone are frozen, by name', @frozen
    'parameters of every kind: structs in arrays, cells, texts, handles', @every_kind
    'what changes in a system by hand is recorded anew', @by_hand
    'auto: what cannot be recorded is called, and told once', @falls_back
    'a level that cannot be derived is missed where it is needed', @missing
    'levels that are given and wrong are the errors that they were', @wrong_levels
    'numbers that functions change are not frozen: rand, global, persistent', @not_frozen
    'functions that remember their last arguments are recorded', @remembers
    'decisions that were not seen both ways are named', @untested
    'a branch far from the start is compared', @far_branch
    'a guard of the user: its own error ends a run', @guards
    'calls of functions beside a run are counted', @counted
    'derivatives without a value at the start', @differences
    'sizes that only the initial values tell: recorded once', @recorded_once
    'systems described and run within functions of a system', @nested
    'read by another Octave', @in_another_octave
    'on, off and auto; other forms', @words
    'an error in a trace leaves nothing behind', @nothing_left};
[passed, failed] = geoms_suite ('derive_auto', cases);

end

% how often functions were called since this was asked last
function n = calls (more)
persistent count
n = sum ([count, 0]);
if nargin == 0
    count = 0;
else
    count = n + more;
end
end

function y = noted (y)
calls (1);
end

function x0 = level (L)
x0 = struct ('p', [L; 0]);
end

function need (sys, status)
check (strcmp (sys.derive.status, status), '%s: %s', sys.derive.status, sys.derive.reason);
end

% ---- parameters ----

function q = numbers ()
q = struct ('L', 1, 'g', 9.81, 'n', 2, 'sub', struct ('k', [0.1 0.5 0.2]), 'kind', 'a');
end

function sys = loaded (q, varargin)
sys = geomssys ('mass', @(t,p,q) q.L * eye (2), 'force', @pull, 'constraint', ...
    @(t,p,q) p'*p - q.L^2, 'parameters', q, 'dims', struct ('np', 2), varargin{:});
end

function f = pull (t, p, v, q) %#ok<INUSL>
f = [0; -q.L * q.g];
for i = 1:q.n
    f = f - q.sub.k(i) * v;
end
if q.sub.k(3) > 1
    f = 2 * f;
end
calls (1);
end

function inputs ()
q = numbers ();
sys = loaded (q);
need (sys, 'recorded');
q.L = 2;
q.sub.k(1) = 0.3;
calls ();
other = geomssys (sys, 'parameters', q);
check (calls () == 0, 'functions are called');
check (isequal (other.derive, sys.derive) && isequal (other.parameters, q));
watch = tic;
for i = 1:20
    other = geomssys (other, 'parameters', q);
end
check (toc (watch) < 20 * 0.05, '%g s', toc (watch) / 20);
a = geoms (other, [0 1], level (2));
b = geoms (loaded (q), [0 1], level (2));
check (isequal (a.y, b.y), 'other bits than of a new system');
G = {'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v)};
c = geoms (loaded (q, G{:}, 'derive', 'off'), [0 1], level (2), 'RelTol', 1e-8, 'AbsTol', 1e-8);
check_close (a.p(:, end), c.p(:, end), 1e-3);
terms = geomsterms (other, 0, struct ('p', [2; 0], 'v', [0; 1]));
check_close (terms.f, [0; -2 * 9.81 - 0.8], 1e-14);
end

function frozen ()
q = numbers ();
sys = loaded (q);
check (isequal (sys.derive.frozen, {'q.n', 'q.sub.k(3)'}), '%s', sprintf ('%s ', sys.derive.frozen{:}));
x = struct ('p', [1; 0], 'v', [0; 1]);
for change = {@(q) setfield(q, 'n', 1), @(q) setfield(q, 'sub', struct ('k', [0.1 0.5 2])), ...
        @(q) setfield(q, 'kind', 'b'), @(q) setfield(q, 'sub', struct ('k', [1 2 3 4]))} %#ok<SFLD>
    q = change{1} (numbers ());
    calls ();
    other = geomssys (sys, 'parameters', q);
    check (calls () > 0, 'not recorded anew');
    need (other, 'recorded');
    terms = geomsterms (other, 0, x);
    check_close (terms.f, pull (0, x.p, x.v, q), 1e-14);
end
% numbers of which functions ask what cannot be recorded, and too many decisions for one by one
one = @(fcn, q) geomssys ('mass', 1, 'force', fcn, 'parameters', q);
sys = one (@(t,p,v,q) -max (sort (q.k)) * p * q.m, struct ('k', [3 1 2], 'm', 1));
check (isequal (sys.derive.frozen, {'q.k'}));
sys = one (@(t,p,v,q) -sum (q(2:end) > 0) * p * q(1) - many (q) * p, [1; ones(20, 1)]);
need (sys, 'recorded');
check (isequal (sys.derive.frozen, {'q'}));
sys = one (@(t,p,v,q) -interp1 (q.x, q.y, q.at) * p * q.m, struct ('x', 1:3, 'y', [1 4 9], 'at', 2.5, ...
    'm', 1));
need (sys, 'recorded');
check (~any (strcmp (sys.derive.frozen, 'q.m')));
end

function n = many (q)
n = 0;
for i = 2:numel (q)
    if q(i) > 0
        n = n + 1;
    end
end
end

function every_kind ()
% no value beside the start is none of what was recorded either
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p * exp (1e3 * (p + 1)), 'dims', struct ('np', 1));
need (sys, 'recorded');
q = struct ('bodies', struct ('m', {1, 2}, 'name', {'a', 'b'}), 'list', {{3, 'text', [4 5]}}, 'f', ...
    @(x) 2 * x, 'flag', true, 'empty', [], 'far', Inf, 'whole', int32 (7), 'K', [2 1; 1 3]);
sys = geomssys ('mass', eye (2), 'force', @all_kinds, 'parameters', q);
need (sys, 'recorded');
check (isequal (sys.derive.frozen, {'q.far'}), '%s', sprintf ('%s ', sys.derive.frozen{:}));
q.bodies(2).m = 5;
q.list{3}(2) = -1;
q.K(2, 1) = 0.5;
other = geomssys (sys, 'parameters', q);
check (isequal (other.derive, sys.derive));
x = struct ('p', [0.3; 0.4], 'v', [1; 2]);
terms = geomsterms (other, 0, x);
check_close (terms.f, all_kinds (0, x.p, x.v, q), 1e-14);
vector = geomssys ('mass', 1, 'force', @(t,p,v,q) -q(1) * p - q(2) * v, 'parameters', [4 0.1]);
sol = geoms (geomssys (vector, 'parameters', [1 0]), [0 1], struct ('p', 1), 'RelTol', 1e-9, ...
    'AbsTol', 1e-9);
check_close (sol.p(end), cos (1), 1e-7);
end

function f = all_kinds (t, p, v, q) %#ok<INUSL>
f = -q.K * p * q.f (q.list{1}) + q.list{3}';
for body = q.bodies
    f = f - body.m * v;
end
if q.flag && isempty (q.empty) && p(1) < q.far && strcmp (q.list{2}, 'text')
    f = f + double (q.whole);
end
end

function by_hand ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) -p);
x = struct ('p', [1; 2]);
sys.functions.force = @(t,p,v) -3 * p;
terms = geomsterms (sys, 0, x);
check (isequal (terms.f, [-3; -6]));
sys.mass = diag ([2 4]);
terms = geomsterms (sys, 0, x);
check (isequal (terms.M, diag ([2 4])));
sys = loaded (numbers ());
sys.parameters.n = 0;
terms = geomsterms (sys, 0, struct ('p', [1; 0], 'v', [1; 1]));
check_close (terms.f, [0; -9.81], 1e-15);
end

% ---- what cannot be recorded ----

function f = sorted (t, p, v) %#ok<INUSD>
f = -sort (p);
end

function falls_back ()
sys = geomssys ('mass', [1 1], 'force', @sorted);
need (sys, 'refused');
check (~isempty (regexp (sys.derive.reason, 'sort.*sorted, line \d+', 'once')), '%s', sys.derive.reason);
sol = check_warning ('geoms:derive:called', @() geoms (sys, [0 0.1], level (1)));
check (strcmp (sol.info.derive, 'refused') && sol.stats.callbacks > 0);
check_warning ('', @() geoms (geomssys ('mass', [1 1], 'force', @sorted), [0 0.1], level (1)));
check_error ('geoms:derive:refused', @() geomssys ('mass', [1 1], 'force', @sorted, 'derive', 'on'), ...
    'sort');
K = rand (250);
sys = geomssys ('mass', ones (1, 250), 'force', @(t,p,v) K * p);
check (strcmp (sys.derive.status, 'refused') && ~isempty (strfind (sys.derive.reason, '100000')));
sol = geoms (geomssys ('mass', [1 1], 'force', @(t,p,v) -p), [0 0.1], level (1));
check (strcmp (sol.info.derive, 'recorded') && sol.stats.callbacks == 0);
end

function missing ()
base = {'mass', [1 1], 'force', @sorted, 'constraint', @(t,p) p'*p - 1};
check_error ('geoms:derive:refused', @() geomssys (base{:}), '''constraintJacobian''');
sys = geomssys (base{:}, 'constraintJacobian', @(t,p) 2*p');
check (sys.reduced);
text = check_error ('geoms:system:reduced', @() geoms (sys, [0 0.1], level (1)), ...
    '''constraintAcceleration''');
check (~isempty (strfind (text, 'sort')), '%s', text);
sol = geoms (sys, [0 0.1], level (1), 'Formulation', 'psi1');
check (strcmp (sol.info.status, 'ok'));
end

function wrong_levels ()
% what is missing besides would be derived
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) [2*p(1), -2*p(2)]);
check_error ('geoms:derive:level', @() geoms (sys, [0 1], level (1)), ...
    'constraintJacobian is given and wrong: entry (1,2)');
base = {'mass', [1 1], 'force', @(t,p,v) [0; -1], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v)};
list = {'constraintJacobian', @(t,p) p', 'geoms:check:jacobian'; 'constraintAcceleration', ...
    @(t,p,v) v'*v, 'geoms:check:acceleration'};
for i = 1:2
    changed = base;
    changed{find(strcmp (base, list{i, 1})) + 1} = list{i, 2};
    sys = geomssys (changed{:});
    need (sys, 'refused');
    check_error (list{i, 3}, @() geoms (sys, [0 1], level (1)), 'row 1');
end
sys = geomssys (base{:}, 'invariant', @(t,p,v) v'*v/2 + p(2), 'invariantGradient', ...
    @(t,p,v) [v', 0, 2]);
check_error ('geoms:check:gradient', @() geoms (sys, [0 1], level (1)), '(1,4) is 2');
sys = geomssys (base{:}, 'invariant', @(t,p,v) v'*v + p(2));
check_error ('geoms:check:invariant', @() geoms (sys, [0 1], level (1)));
sys = geomssys ('mass', 1, 'force', @(t,p,v) sin (t), 'autonomous', true);
check_error ('geoms:system:autonomous', @() geoms (sys, [0 1], struct ('p', 1)));
end

% ---- what functions keep ----

function f = counting (t, p, v) %#ok<INUSD>
global GEOMS_TEST_COUNT
GEOMS_TEST_COUNT = sum ([GEOMS_TEST_COUNT, 1]);
f = -p;
end

function f = growing (t, p, v) %#ok<INUSD>
persistent n
n = sum ([n, 1]);
f = -n * p;
end

function not_frozen ()
one = @(force) geomssys ('mass', [1 1], 'force', force);
list = {@(t,p,v) rand * p, 'twice'; @(t,p,v) p + 1e-6 * now(), 'twice'; @growing, 'twice'; ...
    @counting, 'GEOMS_TEST_COUNT'};
for i = 1:size (list, 1)
    sys = one (list{i, 1});
    need (sys, 'refused');
    check (~isempty (strfind (sys.derive.reason, list{i, 2})), '%s', sys.derive.reason);
end
end

% the last value, for the next call with the same arguments
function k = stiffness (p)
persistent at value
if isempty (at) || ~isequal (at, p)
    at = p;
    value = 3 + p(1)^2;
end
k = value;
end

function remembers ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) -stiffness (p) * p);
need (sys, 'recorded');
called = geomssys (sys, 'derive', 'off');
a = geoms (sys, [0 1], level (1));
b = geoms (called, [0 1], level (1));
check_close (a.p(:, end), b.p(:, end), 1e-10);
check (isequal (stiffness ([2; 0]), 7));
end

% ---- decisions ----

function f = two_ways (t, p, v, limit) %#ok<INUSL>
f = -p;
if p(1) > limit
    f = 2 * f;
end
end

function untested ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) two_ways (t, p, v, 1e3));
check (numel (sys.derive.untested) == 1 && ~isempty (regexp (sys.derive.untested{1}, ...
    '^force: .*two_ways, line \d+$', 'once')), '%s', sprintf ('%s ', sys.derive.untested{:}));
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) two_ways (t, p, v, 0.7));
check (isempty (sys.derive.untested));
end

% what cannot be recorded stands in a branch that is an error there, 2 from the start
function f = hidden (t, p, v) %#ok<INUSD>
f = -p;
if p(1) > 2
    f = -cellfun (@(c) c, {p(1); p(2)}) .* str2double ({'1'; '1'}) * strcmp (class (p), 'double');
end
end

function far_branch ()
sys = geomssys ('mass', [1 1], 'force', @hidden);
need (sys, 'refused');
check (~isempty (strfind (sys.derive.reason, 'when called')), '%s', sys.derive.reason);
end

function f = guarded (t, p, v) %#ok<INUSD>
if p(1) < 0.5
    error ('my:guard', 'below %g', 0.5);
end
f = [-9.81; 0];
end

function guards ()
sys = geomssys ('mass', [1 1], 'force', @guarded);
need (sys, 'recorded');
check (isempty (sys.derive.untested));
check_error ('my:guard', @() geoms (sys, [0 1], level (1)), 'below 0.5');
sol = geomslast ();
check_close (sol.t(end), sqrt (1 / 9.81), 1e-6);
check (strcmp (sol.info.thrown.function, 'force'));
check_error ('my:guard', @() geomsterms (sys, 0, level (0.2)));
end

% ---- runs ----

function counted ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) noted (-p));
calls ();
sol = geoms (sys, [0 1], level (1));
check (sol.stats.callbacks == 0 && sol.stats.nchecks > 0);
n = calls ();
check (n <= sol.stats.nchecks + 8, '%d calls, %d for checks', n, sol.stats.nchecks);
check (sol.stats.nchecks <= 2 + log2 (sol.stats.naccpt));
end

function differences ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -atan2 (p, v));
sol = check_warning ('geoms:derive:differences', @() geoms (sys, [0 0.1], struct ('p', 0, 'v', 0)));
check (strcmp (sol.info.status, 'ok') && sol.stats.callbacks == 0);
sol = check_warning ('', @() geoms (sys, [0 0.1], struct ('p', 0.1, 'v', 0)));
check (strcmp (sol.info.status, 'ok'));
end

function recorded_once ()
sys = geomssys ('mass', @(t,p) eye (numel (p)), 'force', @(t,p,v) noted (-p));
need (sys, 'waiting');
calls ();
geoms (sys, [0 0.1], level (1), 'Display', 'off');
first = calls ();
sol = geoms (sys, [0 0.1], level (1));
check (strcmp (sol.info.derive, 'recorded') && calls () <= first - 8);
sol = geoms (sys, [0 0.1], struct ('p', [1; 0; 0]));
check (strcmp (sol.info.derive, 'recorded') && numel (sol.p(:, end)) == 3);
end

function f = with_a_run (t, p, v, q) %#ok<INUSL>
inner = geomssys ('mass', 1, 'force', @(t,p,v) -q * p);
sol = geoms (inner, [0 0.1], struct ('p', 1));
f = -p * sol.p(end);
end

function nested ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) with_a_run (t, p, v, 2));
need (sys, 'recorded');
terms = geomsterms (sys, 0, level (1));
check_close (terms.f, [-cos(0.1 * sqrt (2)); 0], 1e-5);
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) with_a_run (t, p, v, p(1)));
need (sys, 'refused');
sol = geoms (sys, [0 0.01], level (1), 'Display', 'off');
check (strcmp (sol.info.status, 'ok') && sol.stats.callbacks > 0);
end

function in_another_octave ()
file = [tempname(), '.mat'];
keeper = onCleanup (@() delete (file));
q = struct ('L', 1, 'g', 9.81);
sys = geomssys ('mass', [1 1], 'force', @(t,p,v,q) [0; -q.g], 'constraint', @(t,p,q) ...
    p'*p - q.L^2, 'parameters', q);
part = geoms (sys, [0 0.7], level (1)); %#ok<NASGU>
whole = geoms (sys, [0 2], level (1));
save (file, 'sys', 'part');
toolbox = fileparts (which ('geoms'));
text = sprintf (['addpath (''%s''); s = load (''%s''); sol = geomsextend (s.part, s.sys, 2); ', ...
    'same = isequal (geomssys (s.sys, ''parameters'', s.sys.parameters).derive, s.sys.derive); ', ...
    'y = sol.y; save (''%s'', ''y'', ''same'');'], toolbox, file, file);
program = 'octave-cli --norc --no-history -q';
[status, output] = system (sprintf ('%s --eval "%s" 2>&1', program, text));
check (status == 0, '%s', output);
found = load (file);
check (isequal (found.y, whole.y), 'other bits');
check (found.same, 'derived anew');
end

function words ()
base = {'mass', [1 1], 'force', @(t,p,v) -p};
need (geomssys (base{:}, 'derive', 'off'), 'off');
sys = geomssys (base{:}, 'derive', 'auto');
need (sys, 'recorded');
sys = geomssys (sys, 'derive', 'off');
sol = geoms (sys, [0 0.1], level (1));
check (strcmp (sol.info.derive, 'off') && sol.stats.callbacks > 0);
need (geomssys (sys, 'derive', 'on'), 'recorded');
residual = {'dims', struct('np', 1), 'eom', @(t,x) [-x(2); x(1)]};
need (geomssys (residual{:}), 'off');
need (geomssys (residual{:}, 'derive', 'off'), 'off');
check_error ('geoms:system:mixed', @() geomssys (residual{:}, 'derive', 'on'), 'mechanical form');
check_error ('geoms:system:type', @() geomssys (base{:}, 'derive', 'yes'), '''auto''');
check_error ('geoms:system:missing', @() geomssys (geomssys (base{:}, 'constraint', @(t,p) p(1)), ...
    'derive', 'off'), 'constraintJacobian');
end

function nothing_left ()
before = path ();
state = warning ('query', 'Octave:shadowed-function');
geomssys ('mass', [1 1], 'force', @hidden);
geomssys ('mass', [1 1], 'force', @(t,p,v) error ('my:own', 'never'), 'dims', struct ('np', 2));
check (strcmp (before, path ()) && isa (zeros (2), 'double'));
after = warning ('query', 'Octave:shadowed-function');
check (strcmp (state.state, after.state));
need (geomssys ('mass', [1 1], 'force', @(t,p,v) -p), 'recorded');
end
