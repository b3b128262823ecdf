function result = run_selectors (file, steps)
% RUN_SELECTORS  Selectors of one's own: (39) to (44) of Steinbrecher (2002), and when they fail.
%   RESULT = RUN_SELECTORS (FILE, STEPS) integrates the body on a circle of DEVIATION_SYSTEM over [0, 5] from
%   (35) in the strangeness-free form (29), of which the selectors S_p and S_v are given (option Selector):
%
%       (39), (41)    [1 0] while |p2| is the larger one, else [0 1], a function of (t, p)
%       p1 = 1/2      [1 0] while p1 <= 1/2, else [0 1], the rule of the publication for its Figure 5
%       (42)          [1 0], constant
%       (40)          [1 1], constant; like any [alpha beta] singular where beta p1 = alpha p2
%       G^-'          [-p2 p1], the kernel of G: regular everywhere
%       tangent, rows    what GEOMS chooses
%
%   first with radau5 at RelTol = AbsTol = 1e-6 and 1e-9, then with the trapezoidal rule in STEPS (default 1000)
%   steps. It prints steps, failures of Newton's method, determinations of the selectors (NSEL), evaluations, the
%   largest errors of p, v and lambda, the least share of the motion that the rows have seen and whether a
%   state was passed where they see nothing. Beside the trapezoidal rule stands that of (44), letter by letter
%   (SELECTORS_TRAPEZOIDAL). With FILE given and not empty a picture shows the share that the rows see along
%   the circle, with the states of the runs at 1e-6.
%
%   What to expect:
%
%   (39), (41)    the steps of 'rows', whose pivots they are: it never sees less than 0.7
%   p1 = 1/2      the rule leaves [1 0] at p1 = -1, t = 3 pi/2, where p2 = 0: the condition of (39) is violated.
%                 Figure 5 of the publication does not show it because a thousand steps of equal size lead
%                 past that state. At 1e-6 radau5 passes it, too, with 2.5 times the steps and a warning; at 1e-9
%                 it ends there, with an error of 4e-8 in p
%   (42)          [1 0] sees nothing at t = pi/2 and 3 pi/2: passed with a warning, 2 to 4 times the steps, and
%                 errors 30 to 100 times as large
%   (40)          [1 1] sees nothing at t = pi/4 and 5 pi/4: the same. Whether such a state is passed or ends the
%                 run is a matter of chance
%   G^-'          the steps of 'tangent', which is the same
%   (44)          the trapezoidal rule of GEOMS takes the rows at one state for the whole step, (44) the mean of
%                 both ends. The errors are 1.0e-5 for all rows here; with (44) for rows that are constant, and
%                 1.6 to 2.2 times as large for those that turn, or are switched within a step
%
%   Most of the time goes into (44).
%   Takes about 12 s.
%
%   RESULT has the fields runs (struct array, selectors x three settings) and published (of (44), where it
%   applies).
%
%   See also DEVIATION_SYSTEM, RUN_DEVIATION, SELECTORS_TRAPEZOIDAL, GEOMSSET.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, steps = 1000; end
list = selectors ();
settings = {'radau5, tolerance 1e-6', {'RelTol', 1e-6, 'AbsTol', 1e-6}
    'radau5, tolerance 1e-9', {'RelTol', 1e-9, 'AbsTol', 1e-9}
    sprintf('trapezoidal rule, %d steps', steps), {'Method', 'trapezoidal', 'Step', 5 / steps, ...
    'NewtonTol', 1e-6}};
for k = 1:3
    head (settings{k, 1});
    for i = 1:numel (list)
        runs(i, k) = integrate (list(i), settings{k, 2}); %#ok<AGROW>
        show (runs(i, k));
    end
end
published = [];
fprintf ('\n(44), %d steps: largest errors\n\n', steps);
for s = list(~cellfun (@isempty, {list.row}))
    found = selectors_trapezoidal (s.row, steps, 5);
    found.name = s.name;
    published = [published, found]; %#ok<AGROW>
    fprintf ('  %-11s %8.1e %8.1e %8.1e   %s\n', s.name, found.p, found.v, found.lambda, found.why);
end
fprintf ('\n');
result = struct ('runs', {runs}, 'published', {published});
if ~isempty (file)
    write_picture (file, [1000 460], @() draw (runs(:, 1), list));
    fprintf ('The picture: %s\n', file);
end

end

% row: as a function of p, for (44)
function list = selectors ()
larger = @(p) [abs(p(2)) >= abs(p(1)), abs(p(2)) < abs(p(1))];
half = @(p) [p(1) <= 0.5, p(1) > 0.5];
kernel = @(p) [-p(2), p(1)];
entries = {
    '(39), (41)', @(t,p) larger(p), larger
    'p1 = 1/2', @(t,p) half(p), half
    '(42)', [1 0], @(p) [1 0]
    '(40)', [1 1], @(p) [1 1]
    'G^-''', @(t,p) kernel(p), kernel
    'tangent', 'tangent', []
    'rows', 'rows', []};
list = cell2struct (entries, {'name', 'selector', 'row'}, 2)';
end

function r = integrate (s, options)
[p, v] = deviation_exact (0);
before = warning ('off', 'all');
restore = onCleanup (@() warning (before));
sol = geoms (deviation_system (), [0 5], struct ('p', p, 'v', v), options{:}, 'Selector', s.selector);
[p, v, lambda] = deviation_exact (sol.t);
largest = @(d) max (abs (d(:)));
r = struct ('name', s.name, 'reached', sol.t(end), 'steps', sol.stats.naccpt, 'failures', ...
    sol.stats.ncrjct, 'nsel', sol.stats.nsel, 'evaluations', sol.stats.neom, 'error', ...
    [largest(sol.p - p), largest(sol.v - v), largest(sol.lambda - lambda)], 'seen', NaN, ...
    'passed', NaN, 'identifier', '', 't', sol.t, 'p', sol.p);
if isfield (sol.info, 'selector')
    r.seen = min (sol.info.selector.seen);
    r.passed = sol.info.selector.passedTime;
end
if sol.info.idid < 0
    r.identifier = sol.info.identifier;
end
end

function head (words)
fprintf ('\n%s\n\n  %-11s %6s %8s %6s %6s  %-26s %8s %9s  %s\n', words, '', 'steps', 'failures', 'NSEL', ...
    'evals', 'errors of p, v, lambda', 'seen', 'passed at', 'ended at');
end

function show (r)
ended = '';
if ~isempty (r.identifier)
    ended = sprintf ('%.6f, %s', r.reached, r.identifier);
end
line = sprintf ('  %-11s %6d %8d %6d %6d  %8.1e %8.1e %8.1e %8.1e %9.4f  %s', r.name, r.steps, r.failures, ...
    r.nsel, r.evaluations, r.error, r.seen, r.passed, ended);
fprintf ('%s\n', strrep (line, 'NaN', '  -'));
end

% share of the motion along the circle that each row sees, |S (p2; -p1)| / |S|
function draw (runs, list)
axes ('position', [0.08 0.13 0.89 0.79]);
colors = [0 0.35 0.7; 0.9 0.6 0.1; 0.8 0.2 0.1; 0.5 0.3 0.6; 0.1 0.6 0.3];
t = linspace (0, 5, 1001);
drawn = list(1:5);
for i = 1:5
    lines(i) = semilogy (t, share(drawn(i).row, deviation_exact (t)), 'color', colors(i, :), 'linewidth', ...
        2 + 2 * (i < 3)); %#ok<AGROW>
    hold on
end
for i = 1:5
    semilogy (runs(i).t, share(drawn(i).row, runs(i).p), 'o', 'color', colors(i, :), 'markersize', 5, ...
        'linewidth', 1.5);
end
axis ([0 5 1e-6 2]);
grid on
xlabel ('t');
ylabel ('share of the motion that the row sees');
title ('Rows of Selector; circles: steps of radau5 at 1e-6');
legend (lines, {drawn.name}, 'location', 'south');
end

function y = share (row, p)
y = zeros (1, size (p, 2));
for k = 1:size (p, 2)
    s = row (p(:, k));
    y(k) = abs (s * [p(2, k); -p(1, k)]) / norm (double (s));
end
y = max (y, 1e-7);
end
