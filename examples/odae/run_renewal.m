function result = run_renewal (file, ages, turns)
% RUN_RENEWAL  How long the matrix A of a state-space form may be kept: what Petzold and Potra leave open.
%   RESULT = RUN_RENEWAL (FILE, AGES, TURNS) integrates a mechanism (CRANK_SYSTEM) by steps of BDF of order 2,
%   h = 0.02, in the state-space form induced by A (BDF_STEP, 'A-ssf'), A a basis of Ker G. Published: "A
%   robust implementation of these methods depends on algorithms for detecting the need for updating
%   the coordinate basis A" (Section 6); none is given there. Measured here:
%
%     the first table: one step, with an A that is 0, 1, 2, 5, ... steps old. angle: by how much Ker G
%     has turned away from A; condition: of [G; A']; rates: what a correction of Newton's iteration
%     is of the one before, with a new matrix and with one as old as A (-: it fails); the error of p
%
%     the second table: TURNS (default 1) of the crank, A and Newton's matrix renewed together every AGES
%     steps (default [1 2 5 10 20 Inf]), and where the iteration takes more than 8 corrections or has
%     a rate above 0.3 ('when slow', the rule of GEOMS); 'A never': only the matrix is, in each step.
%     evaluations: of the terms, of which each matrix takes 11; reached: the time before the iteration
%     fails; error of p at the end
%
%     the third one: the toolbox, one turn by psf with 'bdf-fixed' and the same steps: Selector
%     'tangent' and 'rows', renewed with Newton's matrix ('every', default) or less ('adaptive')
%
%   What to expect: in one step an old A harms neither error nor iteration, even where Ker G has turned
%   by 75 degrees and the condition is 10. Newton's matrix is old long before: its rate is 0.08 after
%   one step, 0.36 after 5, and after 10 the iteration fails. So a slow iteration tells in time, and to
%   renew both then, 22 times in 49 steps, is the cheapest of these ways: 589 evaluations, not 752. Along
%   a motion an A that is kept costs accuracy: renewed with each matrix errors are 1.0e-2 to 1.2e-2,
%   every 20 steps 3e-2, never 9e-2, and 'adaptive', which waits for the pivots of G to change, has 18
%   times the error with 'tangent'. A needs G alone, which is known where a matrix is made: renew it
%   with the matrix. That is the default of GEOMS.
%
%   With FILE given and not empty it draws the first table into a PNG file.
%
%   RESULT has the fields age, angle, condition, fresh, old (rates), error; strategies, renewed,
%   iterations (per step), evaluations, reached, atEnd; tool (struct with selector, update, nsel, njac,
%   error).
%
%   Takes about 30 s.
%
%   See also RUN_IDENTITIES, BDF_STEP, CRANK_SYSTEM, GEOMSSET.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, ages = [1 2 5 10 20 Inf]; end
if nargin < 3, turns = 1; end

[sys, x0] = crank_system ();
h = 0.02;
motion = @(steps) geoms (sys, (0:steps) * h, x0, 'RelTol', 1e-12, 'AbsTol', 1e-12);
result = one_step (sys, motion (28), h);
exact = motion (round (turns / h));
result = whole_turns (result, sys, exact, h, ages);
result = by_toolbox (result, sys, x0, motion (50), h);
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [640 420], @() draw (result));
    fprintf ('The picture: %s\n', file);
end

end

function [A, K] = kernel (sys, t, p)
e = geomsterms (sys, t, struct ('p', p));
A = null (e.G);
K = e.G;
end

function step = step_at (sys, sol, n, h, A)
step = struct ('sys', {sys}, 't', sol.t(n), 'h', h, 'p', sol.p(:, [n-1, n-2]), 'v', sol.v(:, [n-1, n-2]), ...
    'A', A, 'tol', 1e-10);
end

% ---- the first table: the same step with an older A ----

function result = one_step (sys, exact, h)
age = [0 1 2 5 10 15 20];
n = numel (exact.t);
[newest, G] = kernel (sys, exact.t(n), exact.p(:, n));
fprintf ('\nOne step of order 2 with an old A\n');
fprintf ('  %5s %8s %10s %10s %10s %10s\n', 'age', 'angle', 'condition', 'new matrix', 'old matrix', ...
    'error of p');
for i = 1:numel (age)
    old = n - 1 - age(i);
    A = kernel (sys, exact.t(old), exact.p(:, old));
    result.age(i) = age(i);
    result.angle(i) = acosd (min (1, min (svd (A' * newest))));
    result.condition(i) = cond ([diag(1 ./ sqrt (sum (G.^2, 2))) * G; A']);
    result.fresh(i) = NaN;
    result.old(i) = NaN;
    result.error(i) = NaN;
    try
        [~, K] = bdf_step ('A-ssf', step_at (sys, exact, old + 1, h, A));
        x = bdf_step ('A-ssf', step_at (sys, exact, n, h, A));
        result.fresh(i) = x.rate;
        result.error(i) = norm (x.p - exact.p(:, n));
        x = bdf_step ('A-ssf', step_at (sys, exact, n, h, A), K);
        result.old(i) = x.rate;
    catch err
        not_newton (err);
    end
    fprintf ('  %5d %8.1f %10.1f %10s %10s %10s\n', age(i), result.angle(i), result.condition(i), ...
        number (result.fresh(i), '%.2g'), number (result.old(i), '%.2g'), number (result.error(i), '%.1e'));
end
end

function not_newton (err)
if ~strcmp (err.identifier, 'geoms:example:newton')
    rethrow (err);
end
end

% ---- the second table: a motion ----

function result = whole_turns (result, sys, exact, h, ages)
fprintf ('\nThe motion to t = %g\n', exact.t(end));
fprintf ('  %-24s %8s %11s %12s %8s %10s\n', 'A and matrix renewed', 'times', 'iterations', 'evaluations', ...
    'reached', 'error of p');
all = strategies_of (ages);
for i = 1:numel (all)
    run = integrate (sys, exact, h, all(i));
    result.strategies{i} = all(i).name;
    result.renewed(i) = run.renewed;
    result.iterations(i) = run.iterations / run.steps;
    result.evaluations(i) = run.evaluations;
    result.reached(i) = run.t;
    result.atEnd(i) = run.error;
    fprintf ('  %-24s %8d %11.1f %12d %8.2f %10s\n', all(i).name, run.renewed, result.iterations(i), ...
        run.evaluations, run.t, number (run.error, '%.1e'));
end
end

% most steps that A and Newton's matrix are kept for; slow: and no longer than the iteration is quick
function all = strategies_of (ages)
all = struct ('name', {}, 'A', {}, 'matrix', {}, 'slow', {});
for age = ages
    name = sprintf ('every %d steps', age);
    if isinf (age), name = 'never'; end
    all(end+1) = struct ('name', name, 'A', age, 'matrix', Inf, 'slow', false); %#ok<AGROW>
end
all(end+1) = struct ('name', 'when slow', 'A', Inf, 'matrix', Inf, 'slow', true);
all(end+1) = struct ('name', 'A never', 'A', Inf, 'matrix', 1, 'slow', false);
end

function text = number (value, format)
text = '-';
if ~isnan (value), text = sprintf (format, value); end
end

% The first two states are the exact ones.
function run = integrate (sys, exact, h, by)
run = struct ('renewed', 0, 'iterations', 0, 'evaluations', 0, 'steps', 0, 't', exact.t(2), 'error', NaN);
now = struct ('t', exact.t, 'p', exact.p(:, 1:2), 'v', exact.v(:, 1:2));
since = Inf;
slow = false;
for n = 3:numel (exact.t)
    if n == 3 || since >= by.A || slow
        [A, K, since] = renew (sys, now, n);
    elseif since >= by.matrix
        K = [];
    end
    [x, K] = attempt (sys, now, n, h, A, K);
    if isempty (x) && by.slow && since > 0
        [A, K, since] = renew (sys, now, n);
        [x, K] = attempt (sys, now, n, h, A, K);
    end
    run.renewed = run.renewed + (since == 0);
    if isempty (x), return, end
    since = since + 1;
    slow = by.slow && (x.rate > 0.3 || x.iterations > 8);
    now.p(:, n) = x.p;
    now.v(:, n) = x.v;
    run.steps = run.steps + 1;
    run.iterations = run.iterations + x.iterations;
    run.evaluations = run.evaluations + x.evaluations;
    run.t = exact.t(n);
end
run.error = norm (now.p(:, end) - exact.p(:, end));
end

function [A, K, since] = renew (sys, now, n)
A = kernel (sys, now.t(n-1), now.p(:, n-1));
K = [];
since = 0;
end

function [x, K] = attempt (sys, now, n, h, A, K)
try
    [x, K] = bdf_step ('A-ssf', step_at (sys, now, n, h, A), K);
catch err
    not_newton (err);
    x = [];
end
end

% ---- the third table: the toolbox ----

function result = by_toolbox (result, sys, x0, exact, h)
fprintf ('\nThe toolbox: psf, bdf-fixed, order 2\n  %-10s %-10s %10s %10s %10s\n', 'Selector', 'renewed', ...
    'selectors', 'matrices', 'error of p');
selectors = {'tangent', 'tangent', 'rows', 'rows'};
updates = {'every', 'adaptive', 'every', 'adaptive'};
for i = 1:4
    sol = geoms (sys, [0 exact.t(end)], x0, 'Method', 'bdf-fixed', 'Order', 2, 'Step', h, ...
        'Selector', selectors{i}, 'SelectorUpdate', updates{i});
    result.tool(i) = struct ('selector', selectors{i}, 'update', updates{i}, 'nsel', sol.stats.nsel, ...
        'njac', sol.stats.njac, 'error', norm (sol.p(:, end) - exact.p(:, end)));
    fprintf ('  %-10s %-10s %10d %10d %10.1e\n', selectors{i}, updates{i}, sol.stats.nsel, ...
        sol.stats.njac, result.tool(i).error);
end
end

function draw (result)
plot (result.angle, result.fresh, '-o', 'color', [0.1 0.5 0.2], 'linewidth', 1.5);
hold on
plot (result.angle, result.old, '-s', 'color', [0.8 0.2 0.1], 'linewidth', 1.5);
plot (result.angle, 1 ./ result.condition, '--', 'color', [0.5 0.5 0.5], 'linewidth', 1.5);
legend ({'rate, new Newton matrix', 'rate, Newton matrix as old as A', '1 / condition of [G; A'']'}, ...
    'location', 'northeast');
xlabel ('angle by which Ker G has turned since A was made (degrees)');
ylabel ('rate of Newton''s iteration');
title ('An old A: one step of BDF of order 2');
axis ([0 90 0 1]);
grid on
end
