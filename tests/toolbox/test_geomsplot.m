function [passed, failed] = test_geomsplot ()
%TEST_GEOMSPLOT  The figure: panels, curves, names, events, what fits the page.

cases = {
    'a panel for each kind of unknown, residuals, steps', @constrained
    'without constraints there are no multipliers and residuals', @unconstrained
    'invariants alone', @invariants
    'the residuals: levels, largest values, zeros', @residual_axis
    'names are shown as they are, numbers as indices', @names
    'of many unknowns those that move most', @movers
    'chosen unknowns', @select
    'a body stands for its unknowns', @select_body
    'a part of the run', @time
    'units and title', @units
    'events: lines, numbers, short lines where there are many', @events
    'curves between steps, jumps', @between
    'long runs are drawn with few points, and with their peaks', @thinned
    'steps: sizes, rejected ones, orders', @steps
    'energy of a tree', @energy
    'what was recorded', @recorded
    'texts fit the page', @texts_fit
    'a page at most, and the size that is asked for', @sizes
    'files', @files
    'one point, partial solutions, no dense data, backwards', @small
    'geoms without output draws the same', @no_output
    'members of a sweep', @sweep
    'wrong panels, names, values', @refused};
old = get (0, 'DefaultFigureVisible');
restorer = onCleanup (@() set (0, 'DefaultFigureVisible', old));
set (0, 'DefaultFigureVisible', 'off');
[passed, failed] = geoms_suite ('geomsplot', cases);

end

% ---- helpers ----

% axes, from top to bottom, and their words
function [panels, words, fig] = drawn (varargin)
fig = geomsplot (varargin{:});
[panels, words] = panels_of (fig);
end

function [panels, words] = panels_of (fig)
panels = findobj (fig, 'type', 'axes');
panels = panels(~strcmp (get (panels, 'tag'), 'page'));
bottom = cellfun (@(box) box(2), get (panels, {'position'}));
[~, order] = sort (-bottom);
panels = reshape (panels(order), 1, []);
words = get (panels, {'tag'})';
end

function list = curves (panel)
list = flipud (findobj (panel, 'tag', 'curve'));
end

function count = counts (panels)
count = arrayfun (@(ax) numel (curves (ax)), panels);
end

% names beside the panels, from left to right and downwards, and their interpreters
function [texts, kinds, list] = names_of (fig)
list = findobj (fig, 'type', 'text', 'tag', 'name');
place = cellfun (@(at) at([1 2]), get (list, {'position'}), 'UniformOutput', false);
[~, order] = sortrows (vertcat (place{:}), [1 -2]);
list = list(order);
texts = get (list, {'string'})';
kinds = get (list, {'interpreter'})';
end

function sol = pendulum_solution (varargin)
sol = geoms (pendulum ('vectorized', varargin{:}), [0 1], struct ('p', [1; 0]));
end

% n uncoupled masses, mass i with the circular frequency sqrt (i); all begin at 1
function sol = oscillators (n, varargin)
sys = geomssys ('mass', ones (n, 1), 'force', @(t,p,v) -(1:n)' .* p);
sol = geoms (sys, [0 0.2], struct ('p', ones (n, 1)), varargin{:});
end

function [sol, sys] = two_arms ()
tree = geomstree ('planar', true);
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (tree, 'left_arm', bar{:});
tree = geomsaddbody (tree, 'right^arm', 'parent', 'left_arm', 'at', [1 0], bar{:});
tree = geomsaddjoint (tree, 'plane', {'right^arm', [1 0]}, 'ground', 'axis', 'y', 'name', 'pin');
sys = geomssys (tree);
sol = geoms (sys, [0 0.5], struct ('v', [1; -2]));
end

function yes = is_gnuplot (fig)
yes = exist ('OCTAVE_VERSION', 'builtin') && strcmp (graphics_toolkit (fig), 'gnuplot');
end

% ---- panels ----

function constrained ()
[panels, words, fig] = drawn (pendulum_solution ());
closer = onCleanup (@() close (fig));
check (isequal (words, {'p', 'v', 'lambda', 'residual', 'step'}), '%s', strjoin (words));
check (isequal (counts (panels), [2 2 1 3 1]), '%s', mat2str (counts (panels)));
check (isequal (get (panels, {'yscale'})', {'linear', 'linear', 'linear', 'log', 'log'}));
limits = cell2mat (get (panels, {'xlim'}));
check (all (limits(:, 1) == 0 & limits(:, 2) == 1));
[panels, words, again] = drawn (pendulum_solution (), 'Panels', {'step', 'V'});
closer2 = onCleanup (@() close (again));
check (isequal (words, {'step', 'v'}) && isequal (counts (panels), [1 2]));
end

function unconstrained ()
sol = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], struct ('p', 1));
[~, words, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
check (isequal (words, {'p', 'v', 'step'}));
end

function invariants ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'invariant', @(t,p,v) p^2 + v^2 - 1, ...
    'invariantGradient', @(t,p,v) [2*v 2*p]);
sol = geoms (sys, [0 5], struct ('p', 1), 'Invariant', 'monitor');
[panels, words, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
check (isequal (words, {'p', 'v', 'residual', 'step'}) && isequal (counts (panels), [1 1 1 1]));
check (isequal (get (curves (panels(3)), 'ydata'), max (abs (sol.residual.invariant), 1e-17)));
[~, ~, fig2] = drawn (sol, 'Panels', 'residual');
closer2 = onCleanup (@() close (fig2));
check (isequal (names_of (fig2), {sprintf('invariants: %.2g', max (abs (sol.residual.invariant)))}));
end

function residual_axis ()
sol = pendulum_solution ();
sol.residual.relative(:) = 0;
sol.residual.relative(3, 2) = 3e-15;
[panels, ~, fig] = drawn (sol, 'Panels', 'residual');
closer = onCleanup (@() close (fig));
check (isequal (names_of (fig), {'position: 0', 'velocity: 0', 'acceleration: 3e-15'}));
check_close (log10 (get (panels, 'ylim')), [-17 -12], 1e-5);
lines = curves (panels);
check (all (get (lines(1), 'ydata') == 1e-17) && max (get (lines(3), 'ydata')) == 3e-15);
sol.residual.relative(1, 3) = 1e-3;
[panels, ~, fig2] = drawn (sol, 'Panels', 'residual');
closer2 = onCleanup (@() close (fig2));
limits = get (panels, 'ylim');
check_close (log10 (limits(1)), -17, 1e-5);
check (limits(2) >= 1e-3);
end

% ---- names ----

function names ()
own = {'left_arm', 'a\b{c}^2', 'pin: across 1'};
sys = geomssys ('mass', ones (3, 1), 'force', @(t,p,v) -p, 'names', struct ('p', {own}));
[panels, ~, fig] = drawn (geoms (sys, [0 1], struct ('p', [1; 2; 3])), 'Panels', {'p', 'v'});
closer = onCleanup (@() close (fig));
[texts, kinds] = names_of (fig);
if is_gnuplot (fig)
    own = strrep (own, '\', '\\');
end
check (isequal (texts, [own, {'v_{1}', 'v_{2}', 'v_{3}'}]), '%s', strjoin (texts, ', '));
check (isequal (kinds, {'none', 'none', 'none', 'tex', 'tex', 'tex'}));
legend_texts = get (curves (panels(1)), {'displayname'})';
check (isequal (legend_texts, {'left\_arm', 'a\\b\{c\}\^2', 'pin: across 1'}));
end

function movers ()
sol = oscillators (40);
[panels, ~, fig] = drawn (sol, 'Panels', {'p', 'v'});
closer = onCleanup (@() close (fig));
check (isequal (counts (panels), [8 8]));
texts = names_of (fig);
wanted = [arrayfun(@(k) sprintf ('p_{%d}', k), 33:40, 'UniformOutput', false), {'and 32 more'}];
check (isequal (texts(1:9), wanted), '%s', strjoin (texts(1:9), ', '));
lines = curves (panels(1));
y = get (lines(1), 'ydata');
check_close (y([1 end]), sol.p(33, [1 end]), 1e-15);
[panels, ~, fig2] = drawn (sol, 'Panels', 'p', 'Curves', 3);
closer2 = onCleanup (@() close (fig2));
check (counts (panels) == 3);
texts = names_of (fig2);
check (isequal (texts, {'p_{38}', 'p_{39}', 'p_{40}', 'and 37 more'}));
end

function select ()
sol = oscillators (12);
chosen = {[2 11], {'p(2)', 'p_{11}', 'v_2', 'v(11)'}, struct('p', [2 11], 'v', {{'v(2)', 'v(11)'}})};
for i = 1:numel (chosen)
    [panels, words, fig] = drawn (sol, 'Select', chosen{i});
    closer = onCleanup (@() close (fig));
    check (isequal (words, {'p', 'v', 'step'}) && isequal (counts (panels), [2 2 1]));
    texts = names_of (fig);
    check (isequal (texts(1:4), {'p_{2}', 'p_{11}', 'v_{2}', 'v_{11}'}), '%s', strjoin (texts, ', '));
    clear closer
end
[panels, words, fig] = drawn (sol, 'Select', 'v(3)');
closer = onCleanup (@() close (fig));
check (isequal (words, {'v', 'step'}) && isequal (counts (panels), [1 1]));
[panels, ~, fig2] = drawn (sol, 'Select', 'v(3)', 'Panels', {'p', 'v'});
closer2 = onCleanup (@() close (fig2));
check (isequal (counts (panels), [8 1]));
end

function select_body ()
sol = two_arms ();
[~, words, fig] = drawn (sol, 'Select', {'left_arm', 'pin'});
closer = onCleanup (@() close (fig));
texts = names_of (fig);
check (isequal (words, {'p', 'v', 'lambda', 'residual', 'step'}));
check (isequal (texts(1:2), {'left_arm.q', 'left_arm.v'}) && strncmp (texts{3}, 'pin', 3));
end

function time ()
sol = pendulum_solution ();
[panels, ~, fig] = drawn (sol, 'Time', [0.7 0.2]);
closer = onCleanup (@() close (fig));
check (isequal (get (panels(1), 'xlim'), [0.2 0.7]));
lines = curves (panels(1));
t = get (lines(1), 'xdata');
check (t(1) <= 0.2 && t(end) >= 0.7 && t(2) > 0.1 && t(end - 1) < 0.8);
% between two steps
k = find (diff (sol.t) > 0.01, 1);
span = sol.t(k) + [0.4 0.6] * (sol.t(k + 1) - sol.t(k));
[panels, ~, fig2] = drawn (sol, 'Time', span);
closer2 = onCleanup (@() close (fig2));
lines = curves (panels(1));
check (numel (get (lines(1), 'xdata')) > 100);
end

function units ()
[panels, ~, fig] = drawn (pendulum_solution (), 'Panels', {'p', 'lambda', 'step'}, 'Units', ...
    struct ('t', 's', 'p', 'm_0', 'lambda', 'N/m'), 'Title', 'run_1');
closer = onCleanup (@() close (fig));
labels = arrayfun (@(ax) {get(get (ax, 'ylabel'), 'string')}, panels);
check (isequal (labels, {'p in m\_0', '\lambda in N/m', 'steps'}), '%s', strjoin (labels, ', '));
check (strcmp (get (get (panels(3), 'xlabel'), 'string'), 't in s'));
head = findobj (fig, 'tag', 'title');
check (strcmp (get (head, 'string'), 'run_1') && strcmp (get (head, 'interpreter'), 'none'));
[~, ~, fig2] = drawn (pendulum_solution (), 'Title', '');
closer2 = onCleanup (@() close (fig2));
check (isempty (findobj (fig2, 'tag', 'title')));
end

% ---- what is drawn ----

function events ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
look = @(t,p,v) [p; v];
sol = geoms (sys, [0 10], struct ('p', 1), 'Events', look);
check (numel (sol.xe) == 6);
[panels, ~, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
line = findall (panels(2), 'type', 'line', 'tag', 'event');
x = get (line, 'xdata');
y = get (line, 'ydata');
check (isequal (x(1:3:end), sol.xe) && isequal (x(2:3:end), sol.xe) && all (isnan (x(3:3:end))));
check (isequal (y([1 2]), get (panels(2), 'ylim')));
numbers = findobj (fig, 'type', 'text', 'tag', 'event');
check (isequal (sort (str2double (get (numbers, {'string'})')), sort (sol.ie(:)')));
long = geoms (sys, [0 200], struct ('p', 1), 'Events', look);
check (numel (long.xe) > 100);
[panels, ~, fig2] = drawn (long);
closer2 = onCleanup (@() close (fig2));
check (isempty (findobj (fig2, 'type', 'text', 'tag', 'event')));
for ax = panels([1 3])
    y = get (findall (ax, 'type', 'line', 'tag', 'event'), 'ydata');
    at = get (ax, 'ylim');
    if strcmp (get (ax, 'yscale'), 'log')
        check_close (log (y(2) / at(1)) / log (at(2) / at(1)), 0.06, 1e-9);
    else
        check_close ((y(2) - at(1)) / (at(2) - at(1)), 0.06, 1e-9);
    end
end
end

function between ()
sol = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 10], struct ('p', 1));
check (numel (sol.t) < 100);
[panels, ~, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
t = get (curves (panels(1)), 'xdata');
y = get (curves (panels(1)), 'ydata');
check (numel (t) > 500 && all (diff (t) > 0) && all (ismember (sol.t, t)));
check_close (y, cos (t), 1e-4);
% a ball that bounces: the speed jumps, before and after are at the same time
ball = geomssys ('mass', 1, 'force', @(t,p,v) -10);
sol = geoms (ball, [0 1.2], struct ('p', 1), 'Events', @(t,p,v) p, 'EventAction', ...
    @(t,p,v,z,ie) struct ('p', 0, 'v', -v));
[panels, ~, fig2] = drawn (sol);
closer2 = onCleanup (@() close (fig2));
t = get (curves (panels(2)), 'xdata');
y = get (curves (panels(2)), 'ydata');
check (all (diff (t) >= 0));
twice = find (diff (t) == 0);
check (numel (twice) == numel (sol.xe) && all (y(twice) < -4) && all (y(twice + 1) > 4));
end

function thinned ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p);
sol = geoms (sys, linspace (0, 400, 20000), struct ('p', 1));
sol.p(12345) = 7;
sol.y(sol.extdata.index.p, 12345) = 7;
[panels, ~, fig] = drawn (sol, 'Panels', 'p');
closer = onCleanup (@() close (fig));
y = get (curves (panels), 'ydata');
check (numel (y) < 4100 && max (y) == 7 && y(end) == sol.p(end));
end

function steps ()
sys = pendulum ('vectorized');
x0 = struct ('p', [1; 0]);
sol = geoms (sys, [0 2], x0, 'Method', 'bdf');
[panels, ~, fig] = drawn (sol, 'Panels', 'step');
closer = onCleanup (@() close (fig));
y = get (curves (panels), 'ydata');
check_close (y(1:2:end) ./ diff (sol.t), ones (1, numel (sol.t) - 1), 1e-9);
texts = names_of (fig);
check (strcmp (texts{1}, sprintf ('%d accepted', sol.stats.nsteps)));
check (any (strcmp (texts, sprintf ('%d rejected', sol.stats.nfailed))));
orders = sol.info.orders;
check (any (strcmp (texts, sprintf ('order %d: %d', orders(:, end)))));
sol = geoms (sys, [0 0.5 1], x0, 'Dense', 'off');
[~, words, fig2] = drawn (sol);
closer2 = onCleanup (@() close (fig2));
check (~any (strcmp (words, 'step')));
[panels, ~, fig3] = drawn (sol, 'Panels', 'step');
closer3 = onCleanup (@() close (fig3));
texts = names_of (fig3);
check (strcmp (texts{1}, 'sizes not kept') && isempty (get (curves (panels), 'ydata')));
fixed = geoms (sys, [0 0.5], x0, 'Method', 'trapezoidal', 'Step', 0.01);
[panels, ~, fig4] = drawn (fixed, 'Panels', 'step');
closer4 = onCleanup (@() close (fig4));
check_close (get (curves (panels), 'ydata'), 0.01 * ones (1, 100), 1e-12);
limits = get (panels, 'ylim');
check (limits(1) < 0.01 && limits(2) > 0.01 && ~isempty (get (panels, 'ytick')));
end

function energy ()
[sol, sys] = two_arms ();
[panels, ~, fig] = drawn (sol, sys, 'Panels', 'energy');
closer = onCleanup (@() close (fig));
lines = curves (panels);
check (isequal (names_of (fig), {'kinetic', 'potential', 'total', 'work'}));
t = get (lines(1), 'xdata');
e = geomsenergy (sol, sys, t);
check (isequal (get (lines(1), 'ydata'), e.kinetic) && isequal (get (lines(3), 'ydata'), e.total));
end

function recorded ()
sol = geoms (pendulum ('vectorized'), [0 1], struct ('p', [1; 0]), 'Record', @(t,p,v) [p(1, :).^2; 3 + 0*t; t]);
[panels, words, fig] = drawn (sol);
closer = onCleanup (@() close (fig));
at = find (strcmp (words, 'record'));
lines = curves (panels(at));
check (numel (lines) == 3 && isequal (get (lines(3), 'ydata'), sol.record(3, :)));
end

% ---- page ----

% as wide as letters are in gnuplot's pictures, wider than those of the other toolkits
function texts_fit ()
long = arrayfun (@(k) sprintf ('the %d_th coordinate with a very long name of its own', k), 1:30, ...
    'UniformOutput', false);
sys = geomssys ('mass', ones (30, 1), 'force', @(t,p,v) -(1:30)' .* p, 'names', struct ('p', {long}));
sol = geoms (sys, [0 0.2], struct ('p', ones (30, 1)));
cases = {{pendulum_solution()}, {two_arms()}, {sol}, {sol, 'Curves', 30}, ...
    {oscillators(100), 'Curves', 100}, {sol, 'Size', [300 250], 'Curves', 20}};
for i = 1:numel (cases)
    [panels, ~, fig] = drawn (cases{i}{:});
    closer = onCleanup (@() close (fig));
    paper = findobj (fig, 'tag', 'page');
    page = [get(paper, 'xlim'), get(paper, 'ylim')];
    box = get (panels(1), 'position');
    [~, ~, texts] = names_of (fig);
    places = cell2mat (get (texts, {'position'}));
    extents = cell2mat (get (texts, {'extent'}));
    factor = 1.2 * 100 / get (0, 'screenpixelsperinch');
    check (all (places(:, 1) >= (box(1) + box(3)) * page(2)), 'case %d: over the panels', i);
    check (all (places(:, 1) + factor * extents(:, 3) <= page(2)), 'case %d: cut off', i);
    check (all (places(:, 2) >= 4 & places(:, 2) <= page(4) - 4), 'case %d: above or below', i);
    for x = unique (places(:, 1))'
        check (all (diff (sort (places(places(:, 1) == x, 2))) > 9), 'case %d: one on the other', i);
    end
    for ax = panels
        box = get (ax, 'position');
        mine = places(:, 2) < (box(2) + box(4)) * page(4) & places(:, 2) > (box(2) - 0.03) * page(4);
        at = unique (places(mine, 1));
        for j = 1:numel (at) - 1
            ends = at(j) + factor * max (extents(mine & places(:, 1) == at(j), 3));
            check (ends < at(j + 1), 'case %d: columns', i);
        end
    end
    bottoms = cellfun (@(b) b(2), get (panels, {'position'}));
    tops = cellfun (@(b) b(2) + b(4), get (panels, {'position'}));
    check (all (bottoms(1:end - 1) > tops(2:end)) && box(3) > 0.25, 'case %d: panels', i);
    clear closer
end
end

function sizes ()
[~, ~, fig] = drawn (pendulum_solution ('names', struct ('p', {{'x', 'y'}})));
closer = onCleanup (@() close (fig));
inches = get (fig, 'papersize');
check (all (inches <= [7.5 10]), '%s', mat2str (inches));
[~, ~, fig2] = drawn (pendulum_solution (), 'Size', [500 600]);
closer2 = onCleanup (@() close (fig2));
check_close (get (fig2, 'papersize'), [5 6], 1e-12);
check_close (get (fig2, 'paperposition'), [0 0 5 6], 1e-12);
box = get (fig2, 'position');
check (isequal (box(3:4), [500 600]));
end

function files ()
stem = tempname ();
sol = pendulum_solution ();
begins = {[137 80 78 71], double('%PDF'), double('<')};
ends = {'.png', '.pdf', '.svg'};
open_before = numel (findobj (0, 'type', 'figure'));
for i = 1:3
    file = [stem, ends{i}];
    geomsplot (sol, 'File', file, 'Size', [400 500]);
    cleaner = onCleanup (@() delete (file));
    id = fopen (file, 'r');
    head = fread (id, 4, 'uint8')';
    fclose (id);
    check (isequal (head(1:numel (begins{i})), begins{i}), '%s', ends{i});
    if i == 1
        info = imfinfo (file);
        check (isequal ([info.Width, info.Height], [400 500]));
    end
    clear cleaner
end
check (numel (findobj (0, 'type', 'figure')) == open_before);
end

function small ()
pen = pendulum ('vectorized');
x0 = struct ('p', [1; 0]);
five = {'p', 'v', 'lambda', 'residual', 'step'};
some = {
    geoms(pen, [0 1], x0, 'Dense', 'off'), five
    geoms(pen, [0 1], x0, 'MaxSteps', 1, 'Display', 'off'), five
    geoms(pen, [1 0], x0), five
    geoms(pen, [0 1], x0, 'Residuals', 'off'), five([1 2 3 5])
    geoms(pen, [0 0.5 1], x0, 'Dense', 'off'), five(1:4)
    geoms(pen, [0 1], x0, 'Events', @(t,p,v) deal (p(1), true, 0)), five};
redundant = geomssys ('mass', 1, 'force', @(t,p,v) p, 'constraint', @(t,p) [p; p], ...
    'constraintJacobian', @(t,p) [1; 1], 'constraintAcceleration', @(t,p,v) [0; 0]);
some = [some; {geoms(redundant, [0 1], struct ('p', 0), 'Display', 'off'), five}];
for i = 1:size (some, 1)
    sol = some{i, 1};
    [panels, words, fig] = drawn (sol);
    closer = onCleanup (@() close (fig));
    check (isequal (words, some{i, 2}), '%d: %s', i, strjoin (words));
    check_close (get (panels(1), 'xlim'), sort (sol.t([1 end])), 1e-15);
    head = strjoin (get (findobj (fig, 'tag', 'title'), {'string'})');
    check (strcmp (sol.info.status, 'ok') || ~isempty (strfind (head, sol.info.status)), '%s', head);
    clear closer
end
% a run that an error has ended at its begin
late = geomssys ('mass', 1, 'force', @(t,p,v) -p + 0 / (t == 0), 'derive', 'off');
sol = geoms (late, [0 1], struct ('p', 1), 'Display', 'off');
check (numel (sol.t) == 1);
[panels, ~, fig] = drawn (sol, 'Panels', 'p');
closer = onCleanup (@() close (fig));
check (diff (get (panels, 'xlim')) > 0 && strcmp (get (curves (panels), 'marker'), '.'));
end

function no_output ()
sys = pendulum ('vectorized');
geoms (sys, [0 1], struct ('p', [1; 0]));
fig = gcf ();
closer = onCleanup (@() close (fig));
[~, words] = panels_of (fig);
check (isequal (words, {'p', 'v', 'lambda', 'residual', 'step'}));
end

function sweep ()
sys = pendulum ('vectorized');
X0 = struct ('p', {[1; 0], [0; -1], [5; 5]});
results = geomssweep (sys, [0 1], X0, [], 'Initial', 'check');
check_error ('geoms:plot:solution', @() geomsplot (results), 'results(1)');
[~, words, fig] = drawn (results(2));
closer = onCleanup (@() close (fig));
check (numel (words) == 5);
check_error ('geoms:plot:solution', @() geomsplot (results(3)));
end

function refused ()
check_error ('geoms:arguments:number', @() geomsplot ());
check_error ('geoms:plot:solution', @() geomsplot (3));
check_error ('geoms:plot:solution', @() geomsplot (struct ('x', 1)));
sol = pendulum_solution ('names', struct ('p', {{'left', 'up'}}));
plot_with = @(varargin) @() geomsplot (sol, varargin{:});
check_error ('geoms:tree:option', plot_with ('Panel', 'p'), 'Panels');
check_error ('geoms:tree:pairs', plot_with ('Panels'));
check_error ('geoms:plot:panel', plot_with ('Panels', 'residuals'), '''residual''');
check_error ('geoms:plot:value', plot_with ('Panels', {}));
check_error ('geoms:plot:value', plot_with ('Panels', 3));
check_error ('geoms:plot:empty', plot_with ('Panels', 'mu'), 'mu');
check_error ('geoms:plot:empty', plot_with ('Panels', 'record'), 'Record');
check_error ('geoms:plot:system', plot_with ('Panels', 'energy'), 'system');
check_error ('geoms:results:system', @() geomsplot (sol, pendulum ('vectorized'), 'Panels', 'energy'));
free = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], struct ('p', 1));
check_error ('geoms:plot:empty', @() geomsplot (free, 'Panels', 'residual'), 'constraints');
check_error ('geoms:plot:select', plot_with ('Select', 'lift'), '''left''');
check_error ('geoms:plot:select', plot_with ('Select', [1 3]), '3');
check_error ('geoms:plot:select', plot_with ('Select', 1.5));
check_error ('geoms:plot:select', plot_with ('Select', {}));
check_error ('geoms:plot:select', plot_with ('Select', struct ('q', 1)), '''q''');
check_error ('geoms:plot:select', plot_with ('Select', 'p(3)'));
check_error ('geoms:plot:value', plot_with ('Curves', 0));
check_error ('geoms:plot:value', plot_with ('Curves', 2.5));
check_error ('geoms:plot:time', plot_with ('Time', [2 3]), '0 ... 1');
check_error ('geoms:plot:value', plot_with ('Time', [1 1]));
check_error ('geoms:plot:value', plot_with ('Time', 1));
check_error ('geoms:plot:panel', plot_with ('Units', struct ('x', 'm')), '''x''');
check_error ('geoms:plot:value', plot_with ('Units', struct ('p', 1)));
check_error ('geoms:plot:value', plot_with ('Units', 'm'));
check_error ('geoms:plot:value', plot_with ('Title', 3));
check_error ('geoms:plot:file', plot_with ('File', 'x.jpg'), 'x.jpg');
check_error ('geoms:plot:file', plot_with ('File', fullfile (tempname (), 'x.png')), 'folder');
check_error ('geoms:plot:value', plot_with ('File', 3));
check_error ('geoms:plot:value', plot_with ('Size', [100 100]));
check_error ('geoms:plot:value', plot_with ('Size', 300));
end

%!test
%! [~, failed] = test_geomsplot ();
%! assert (failed, 0);
