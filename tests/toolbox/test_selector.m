function [passed, failed] = test_selector ()
%TEST_SELECTOR  The option Selector with rows of the user: a matrix, a struct or a function.

cases = {
    'a matrix, a struct and a function give the same motion', @forms
    'the tangent given by hand takes the steps of tangent', @tangent
    'methods, psi1, decompositions, rows of accelerations', @methods
    'mechanisms with positions and velocities of other sizes', @sizes
    'arguments: z, parameters, residual form', @arities
    'a function is called with each Newton matrix, and not recorded', @called
    'what rows see of the motion is told', @seen
    'rows that see nothing: at the start, along the run, passed by a step', @singular
    'sizes, types and pairs are refused by name', @refused
    'errors of a function come back unchanged, with the solution so far', @thrown
    'a run goes on with the same bits; functions are given again', @extended
    'sweeps: a matrix by threads, a function by processes', @sweeps
    'trees, also large ones; sparse systems say why they are not', @trees
    'redundant rows, massless directions', @redundant
    'geomsreduce takes them', @reduced
    'options: merged, listed, refused', @options};
[passed, failed] = geoms_suite ('selector', cases);

end

function [sys, x0] = swing (varargin)
sys = geomssys ('mass', [1; 1], 'force', @(t, p, v) [0; -9.81], 'constraint', @(t, p) p' * p - 1, varargin{:});
x0 = struct ('p', [sin(0.3); -cos(0.3)]);
end

function p = last (sys, x0, varargin)
sol = geoms (sys, [0 1.2], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8, varargin{:});
check (sol.info.idid == 0);
p = sol.p(:, end);
end

function forms ()
[sys, x0] = swing ();
S = [1 0.2];
exact = last (sys, x0);
a = last (sys, x0, 'Selector', S);
check_close (a, exact, 1e-6);
ways = {struct('p', S, 'v', S), @(t, p) S, @(t, p) struct('p', S, 'v', S), int8(5 * S), sparse(S)};
for i = 1:numel (ways)
    b = last (sys, x0, 'Selector', ways{i});
    check (isequal (a, b) || (i == 4 && max (abs (a - b)) < 1e-9), 'way %d', i);
end
for part = {struct('p', S), struct('v', S), struct('p', S, 'v', [])}
    check_close (last (sys, x0, 'Selector', part{1}), exact, 1e-6);
end
end

function tangent ()
[sys, x0] = swing ();
a = geoms (sys, [0 1.2], x0);
b = geoms (sys, [0 1.2], x0, 'Selector', @(t, p) 3 * [-p(2), p(1)]);
check (a.stats.nsteps == b.stats.nsteps && a.stats.nsel == b.stats.nsel);
check_close (b.y(:, end), a.y(:, end), 1e-9);
check (~isfield (a.info, 'selector'));
check_close (b.info.selector.seen, [1 1], 1e-12);
end

function methods ()
[sys, x0] = swing ();
exact = last (sys, x0);
S = [1 0.2];
for more = {{'Method', 'bdf'}, {'Method', 'radau'}, {'Method', 'trapezoidal', 'Step', 1e-3}, ...
        {'Method', 'bdf-fixed', 'Step', 1e-3, 'Order', 3}, {'ConstraintDecomposition', 'qr'}, ...
        {'ConstraintDecomposition', 'svd'}, {'DifferentialDecomposition', 'qr'}, ...
        {'SelectorUpdate', 'adaptive'}, {'VelocityRows', 'acceleration'}, {'Multipliers', 'iterated'}, ...
        {'Project', 'off'}, {'NewtonMatrixAt', 2}, {'ErrorNorm', 'free'}}
    check_close (last (sys, x0, 'Selector', S, more{1}{:}), exact, 1e-5);
end
check_close (last (sys, x0, 'Selector', S, 'Formulation', 'psi1'), exact, 1e-5);
check_close (last (sys, x0, 'Selector', @(t, p) S, 'Formulation', 'psi1'), exact, 1e-5);
sol = geoms (sys, [0 1], x0, 'Selector', S);
check (strcmp (sol.info.velocityRows, 'force'));
end

% rows of S_v count for M v', which varies here; p' = Z v with other velocities
function sizes ()
here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..', 'data'));
[sys, x0] = slidercrank_system ();
exact = geoms (sys, [0 0.2], x0, 'RelTol', 1e-9, 'AbsTol', 1e-9);
for rows = {[1 0 0], struct('p', [1 0 0]), struct('p', [1 0 0], 'v', [1 0.1 0])}
    sol = geoms (sys, [0 0.2], x0, 'RelTol', 1e-9, 'AbsTol', 1e-9, 'Selector', rows{1});
    check_close (sol.p(:, end), exact.p(:, end), 1e-6);
    check (max (sol.residual.relative(:)) < 1e-12);
end
[sys, x0] = skate ('plain');
d = sys.dims;
kernel = geomsreduce (sys, 0, x0);
rows = struct ('p', kernel.Sp + 0.01, 'v', kernel.Sv + 0.01);
a = geoms (sys, [0 0.1], x0, 'RelTol', 1e-8);
b = geoms (sys, [0 0.1], x0, 'RelTol', 1e-8, 'Selector', rows);
check (d.np ~= d.nv);
check_close (b.p(:, end), a.p(:, end), 1e-6);
check_error ('geoms:selector:size', @() geoms (sys, [0 0.1], x0, 'Selector', kernel.Sp), 'np = ');
end

function arities ()
[sys, x0] = swing ('parameters', 0.2);
exact = last (sys, x0, 'Selector', [1 0.2]);
check (isequal (last (sys, x0, 'Selector', @(t, p, q) [1 q]), exact));
check (isequal (last (sys, x0, 'Selector', @(t, p, z, q) [1 q + 0 * z.lambda]), exact));
plain = swing ();
check (isequal (last (plain, x0, 'Selector', @(t, p, z) [1, 0.2 + 0*z.lambda]), exact));
residual = pendulum ('residual');
a = geoms (residual, [0 0.3], [0; 0; 0; sin(0.3); -cos(0.3)]);
b = geoms (residual, [0 0.3], [0; 0; 0; sin(0.3); -cos(0.3)], 'Selector', @(t, p) [-p(2), p(1)]);
check_close (b.p(:, end), a.p(:, end), 1e-7);
check_error ('geoms:system:arity', @() geoms (sys, [0 1], x0, 'Selector', @(t) [1 0]), 'Selector');
end

function called ()
[sys, x0] = swing ();
times ([]);
sol = geoms (sys, [0 1.2], x0, 'Selector', @counted);
asked = times ();
check (numel (asked) == sol.stats.nsel + 1, '%d calls, NSEL %d', numel (asked), sol.stats.nsel);
times ([]);
sol = geoms (sys, [0 1.2], x0, 'Selector', @counted, 'SelectorUpdate', 'adaptive');
check (numel (times ()) == sol.stats.nsel + 1 && sol.stats.nsel < 5);
end

function S = counted (t, p)
times (t);
S = [-p(2), p(1)];
end

function list = times (t)
persistent all
if nargin > 0 && isempty (t)
    all = [];
elseif nargin > 0
    all(end + 1) = t;
end
list = all;
end

function seen ()
[sys, x0] = swing ();
sol = geoms (sys, [0 1.2], x0, 'Selector', struct ('p', [1 0]), 'Initial', 'assume');
check (isnan (sol.info.selector.seen(2)) && isnan (sol.info.selector.t(2)));
check_close (sol.info.selector.seen(1), min (abs (sol.p(2, :))), 1e-5);
check (sol.info.selector.passed == 0 && isnan (sol.info.selector.passedTime));
first = geoms (sys, [0 0.6], x0, 'Selector', struct ('p', [1 0]), 'Initial', 'assume');
sol = geomsextend (first, sys, 1.2, struct ('v', first.v(:, end)));    % a new begin
check (first.info.selector.t(1) == 0 && isequaln (sol.info.selector, first.info.selector));
end

function singular ()
[sys, x0] = swing ();
run = @(x0, S, varargin) geoms (sys, [0 1.2], x0, 'Selector', S, varargin{:});
check_error ('geoms:selector:singular', @() run (struct ('p', [1; 0]), [1 0]), 'moves p(2) most');
check_error ('geoms:selector:singular', @() run (x0, struct ('v', [0 0])), 'S_v');
% [0 1] sees nothing at the lowest place, a quarter of a swing from the start
quarter = 0.5046;
ended = 0;
for tolerance = [1e-6 1e-7 1e-8 1e-9]
    for method = {'radau5', 'bdf'}
        lastwarn ('', '');
        sol = [];
        text = evalc ('sol = run (x0, [0 1], ''RelTol'', tolerance, ''AbsTol'', tolerance, ''Method'', method{1});'); %#ok<NASGU>
        [~, identifier] = lastwarn ();
        if sol.info.idid == 0
            check (strcmp (identifier, 'geoms:selector:passed'), '%s', identifier);
            check (sol.info.selector.passed > 0 && abs (sol.info.selector.passedTime - quarter) < 0.02);
        else
            ended = ended + 1;
            check (strcmp (identifier, 'geoms:selector:singular') && strcmp (sol.info.identifier, identifier));
            check (abs (sol.t(end) - quarter) < 0.02 && abs (sol.p(1, end)) < 0.05);
        end
        check (min (sol.info.selector.seen) < 0.05);
    end
end
check (ended > 0);
text = evalc ('sol = run (x0, [0 1], ''Display'', ''off'', ''Method'', ''trapezoidal'', ''Step'', 0.01);');
check (isempty (strfind (text, 'warning')) && sol.info.selector.passed > 0);
passed = sol.info.selector;
text = evalc ('sol = geomsextend (sol, sys, 1.7, struct (''v'', sol.v(:, end)));');
check (sol.info.selector.passed > passed.passed && sol.info.selector.passedTime == passed.passedTime, '%s', text);
end

function refused ()
[sys, x0] = swing ();
run = @(S, varargin) geoms (sys, [0 1], x0, 'Selector', S, varargin{:});
list = {
    'size', eye(2), '2 rows for p'
    'size', [1 0 0], '2 columns'
    'size', @(t, p) eye(2), '2 rows for p'
    'size', struct('v', eye(2)), '2 rows for v'
    'type', @(t, p) 'ab', 'not ''ab'''
    'type', @(t, p) {1}, 'cell'
    'type', [1i 0], 'real'
    'type', @(t, p) [], 'no rows'
    'type', struct('p', 'ab'), 'for p ''ab'''
    'finite', [1 NaN], 'NaN'
    'finite', @(t, p) [Inf 1], 'Inf'};
for i = 1:size (list, 1)
    check_error (['geoms:selector:', list{i, 1}], @() run (list{i, 2}), list{i, 3});
end
check_error ('geoms:options:unused', @() run ([1 0], 'Formulation', 'ggl'), 'psf and psi1');
check_error ('geoms:options:unused', @() run ([1 0], 'Method', 'dopri5'));
check_error ('geoms:options:value', @() run (struct ('v', [1 0]), 'Formulation', 'psi1'), 'psi1');
invariant = geomssys ('mass', [1; 1], 'force', @(t, p, v) [0; -1], 'constraint', @(t, p) p' * p - 1, ...
    'invariant', @(t, p, v) v' * v / 2 + p(2) + cos (0.3));
check_error ('geoms:options:value', @() geoms (invariant, [0 1], x0, 'Selector', [1 0], 'Invariant', ...
    'eliminate'), 'eliminate');
sol = geoms (invariant, [0 1], x0, 'Selector', [1 0]);
check (sol.info.idid == 0);
% from a time on: by the function itself
late = @(t, p) ones (1 + (t > 0.3), 2);
check_error ('geoms:selector:size', @() run (late), '2 rows for p');
text = evalc ('sol = run (@(t, p) [1, 1 / (t < 0.3)]);');
check (strcmp (sol.info.name, 'NOT_FINITE') && ~isempty (strfind (text, 'Selector')), '%s', sol.info.message);
end

function thrown ()
[sys, x0] = swing ();
check_error ('my:own', @() geoms (sys, [0 1], x0, 'Selector', @(t, p) error ('my:own', 'mine')), 'mine');
check_error ('my:own', @() geoms (sys, [0 1], x0, 'Selector', @fails_late), 'after a while');
sol = geomslast ();
check (sol.t(end) > 0.2 && sol.t(end) < 0.6 && strcmp (sol.info.thrown.function, 'Selector'));
end

function S = fails_late (t, p)
if t > 0.4
    error ('my:own', 'after a while');
end
S = [-p(2), p(1)];
end

function extended ()
[sys, x0] = swing ();
h = @(t, p) [1, 0.3 * p(1)];
for S = {[1 0.1], struct('p', [1 0]), h}
    for more = {{}, {'SelectorUpdate', 'adaptive'}, {'Method', 'bdf'}}
        whole = geoms (sys, [0 1.2], x0, 'Selector', S{1}, more{1}{:});
        part = geoms (sys, [0 0.7], x0, 'Selector', S{1}, more{1}{:});
        again = {};
        if isa (S{1}, 'function_handle')
            check_error ('geoms:extend:functions', @() geomsextend (part, sys, 1.2), '''tangent''');
            again = {'Selector', S{1}};
        end
        both = geomsextend (part, sys, 1.2, again{:});
        check (isequal (both.y, whole.y) && isequaln (both.info.selector, whole.info.selector));
    end
end
for S = {'tangent', 'rows', [1 0], h}
    other = geomsextend (part, sys, 1.2, 'Selector', S{1});
    check_close (other.p(:, end), whole.p(:, end), 1e-4);
end
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file)); %#ok<NASGU>
sol = geoms (sys, [0 0.7], x0, 'Selector', [1 0.1], 'Checkpoint', file);
kept = load (file);
check (isequal (kept.sol.y, sol.y) && isequal (kept.sol.extdata.options.Selector, [1 0.1]));
end

function sweeps ()
[sys, x0] = swing ();
starts = [x0, struct('p', [sin(0.4); -cos(0.4)]), struct('p', [1; 0])];
results = [];
text = evalc ('results = geomssweep (sys, [0 0.5], starts, [], ''Selector'', [1 0], ''Workers'', 2);'); %#ok<NASGU>
for i = 1:2
    one = geoms (sys, [0 0.5], starts(i), 'Selector', [1 0]);
    check (isequal (results(i).y, one.y));
end
check (results(3).info.idid < 0, 'the third begins where [1 0] sees nothing');
h = @(t, p) [-p(2), p(1)];
text = evalc ('results = geomssweep (sys, [0 0.5], starts, [], ''Selector'', h);'); %#ok<NASGU>
one = geoms (sys, [0 0.5], starts(3), 'Selector', h);
check (isequal (results(3).y, one.y));
end

function trees ()
sys = hinges (2);
a = geoms (sys, [0 0.2], struct ());
b = geoms (sys, [0 0.2], struct (), 'Selector', @(t, p) eye (numel (p)));
check_close (b.p(:, end), a.p(:, end), 1e-5);
many = hinges (25);
sol = geoms (many, [0 1e-3], struct (), 'AbsTol', 1e-12);
check (strcmp (sol.info.velocityRows, 'recursive'));
sol = geoms (many, [0 1e-3], struct (), 'AbsTol', 1e-12, 'Selector', eye (25));
check (strcmp (sol.info.velocityRows, 'force') && all (sol.info.selector.seen > 0));
[sys, x0] = swing ();
sol = geoms (sys, [0 0.1], x0, 'Selector', [1 0], 'LinearSolver', 'sparse');
check (~isempty (regexp (sol.info.notSparse, 'Selector|without KLU', 'once')), '%s', sol.info.notSparse);
end

function sys = hinges (n)
tree = geomstree ('planar', true);
where = {};
for i = 1:n
    name = sprintf ('link%d', i);
    tree = geomsaddbody (tree, name, 'mass', 1, 'com', [0.5 0], 'inertia', 0.1, where{:});
    where = {'parent', name, 'at', [1 0]};
end
sys = geomssys (tree);
end

function redundant ()
[~, x0] = swing ();
sys = geomssys ('mass', [1; 1], 'force', @(t, p, v) [0; -9.81], 'constraint', @(t, p) [1; 2] * (p' * p - 1));
sol = check_warning ('geoms:redundant', @() geoms (sys, [0 1.2], x0, 'Selector', [1 0], 'RelTol', 1e-8));
check_close (sol.p(:, end), last (swing (), x0), 1e-5);
% a body without mass on a damper: nothing but its force determines it
sys = geomssys ('mass', [1; 0], 'force', @(t, p, v) [-p(1); -v(2) - p(2)]);
a = geoms (sys, [0 1], struct ('p', [1; 1]));
b = geoms (sys, [0 1], struct ('p', [1; 1]), 'Selector', [1 1; 0 1]);
check_close (b.p(:, end), a.p(:, end), 1e-5);
end

function reduced ()
[sys, x0] = swing ();
x0.p = [0; -1];    % elsewhere E and A depend on the rows
for S = {[1 0.5], struct('p', [1 0.5], 'v', [1 0.5]), @(t, p) [1 0.5]}
    form = geomsreduce (sys, 0, x0, 'Selector', S{1});
    check (isequal (form.Sp, [1 0.5]) && isequal (form.Sv, [1 0.5]));
    kept = sort (eig (form.A * form.N, form.E * form.N));
    plain = geomsreduce (sys, 0, x0);
    check_close (kept, sort (eig (plain.A * plain.N, plain.E * plain.N)), 1e-5);
end
check_error ('geoms:selector:singular', @() geomsreduce (sys, 0, x0, 'Selector', x0.p'));
check (isequal (geomsreduce (sys, 0, x0, 'Selector', {}), plain));    % as []
end

function options ()
opts = geomsset ('Selector', [1 0]);
check (isequal (geomsget (opts, 'Selector'), [1 0]));
opts = geomsset (opts, 'Selector', 'rows');
check (strcmp (opts.Selector, 'rows'));
text = evalc ('geomsset ()');
check (~isempty (strfind (text, 'tangent | rows | matrix')));
for bad = {'given', 'tangential', {1}, true, struct('q', 1), struct(), zeros(1, 2, 2)}
    check_error ('geoms:options:value', @() geomsset ('Selector', bad{1}), 'Selector');
end
[sys, x0] = swing ();
opts = geomsset ('paper', 'Selector', [1 0], 'Initial', 'correct');
a = geoms (sys, [0 0.3], x0, opts);
b = geoms (sys, [0 0.3], x0);
check_close (a.p(:, end), b.p(:, end), 1e-4);
end
