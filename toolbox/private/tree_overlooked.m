function tree_overlooked (problem, sol)
%TREE_OVERLOOKED  Warns, after a run, of what functions of time of a tree do where no step looked.
%   A step looks at its ends and at the nodes of its method; one of BDF at ends alone, those of the steps
%   beside it, too. Compared are distances from the straight line between its ends: at all times of
%   a fine grid, for tables at their knots, and at the times that it saw. Told is what is 20 times
%   as large, and more than a twentieth of all that the function changes.

sys = problem.sys;
if ~strcmp (sys.form, 'tree') || strcmp (problem.settings.Display, 'off')
    return
end
limits = sort ([run_from(problem), sol.t(end)]);
steps = sort (sol.idata.dense.t, 1);
steps = sortrows (steps(:, steps(2, :) > limits(1) & steps(1, :) < limits(2))')';
if isempty (steps)
    return
end
steps = steps(:, [true, diff(steps(1, :)) > 0]);
looks = times_seen (steps, sol.idata.dense.node);
for f = [tables(sys.tree, limits), handles(sys.tree, limits)]
    found = overlooked (f, steps, looks);
    if ~isempty (found)
        tell (f.name, found);
        return
    end
end

end

% a column for each step; the first two are its ends
function t = times_seen (steps, node)
h = steps(2, :) - steps(1, :);
inside = 1 + node(node > -1 & node < 0);
t = [steps; zeros(numel (inside), numel (h))];
for i = 1:numel (inside)
    t(2 + i, :) = steps(1, :) + inside(i) * h;
end
if numel (inside) < 2
    t = [t; steps(1, [1, 1:end - 1]); steps(2, [2:end, end])];
end
end

% name; values of all components, as rows, at some times; times that matter, within the run
function list = tables (tree, limits)
list = struct ('name', {}, 'fcn', {}, 'times', {});
for k = reshape (find (~cellfun ('isempty', tree.breaks)), 1, [])
    knots = tree.breaks{k};
    pp = mkpp (knots, flipud (tree.coefs{k})');
    list(end + 1) = struct ('name', tree.signal_names{k}, 'fcn', @(t) reshape (ppval (pp, t), 1, []), ...
        'times', knots(knots > limits(1) & knots < limits(2))); %#ok<AGROW>
end
end

% fewer times where each is a call
function list = handles (tree, limits)
fine = 2001;
called = 401;
list = struct ('name', {}, 'fcn', {}, 'times', {});
for i = 1:numel (tree.functions)
    f = tree.functions(i);
    times = linspace (limits(1), limits(2), fine);
    if tree.called(i)
        times = linspace (limits(1), limits(2), called);
    end
    list(end + 1) = struct ('name', f.name, 'fcn', @(t) at_rows (tree_signal_values (tree, i, t), 1:count_of (f)), ...
        'times', times); %#ok<AGROW>
end
end

function y = at_rows (y, list)
y = y(list, :);
end

% components
function count = count_of (f)
count = numel (f.rows);
if tree_moves (f)
    count = count / 3;
end
end

% [from; to; where; how far from the line; how long] of what a step has passed over, or []
function found = overlooked (f, steps, looks)
times = f.times(f.times > steps(1, 1) & f.times < steps(2, end));
found = [];
if isempty (times)
    return
end
try
    all_of_it = f.fcn ([reshape(looks, 1, []), times]);
catch e %#ok<NASGU>
    return    % no values where the run needed none
end
step = min (interp1 ([steps(1, :), steps(2, end)], 1:size (steps, 2) + 1, times, 'previous'), size (steps, 2));
for y = all_of_it'
    seen = reshape (y(1:numel (looks)), size (looks));
    off = abs (y(numel (looks) + 1:end)' - between (steps, seen, step, times));
    saw = max (abs (seen - between (steps, seen, 1:size (steps, 2), looks)), [], 1);
    told = find (off > 20 * saw(step) + 0.05 * (max (y) - min (y)));
    if ~isempty (told)
        told = told(step(told) == step(told(1)));
        [height, at] = max (off(told));
        found = [steps(:, step(told(1))); times(told(at)); height; times(told(end)) - times(told(1))];
        return
    end
end
end

% the straight line through the values at the ends of steps number `step`
function y = between (steps, seen, step, t)
slope = (seen(2, :) - seen(1, :)) ./ (steps(2, :) - steps(1, :));
one = ones (size (t, 1), 1);
y = seen(one, step) + slope(one, step) .* (t - steps(one, step));
end

function tell (name, found)
run_warn ('geoms:tree:overlooked', ['%s: what this function of time does near t = %.6g (a change by ', ...
    '%.3g, %.2g long) had no effect: the step from %.6g to %.6g passes over it, for wherever that step ', ...
    'looked the function is a straight line. Set MaxStep to %.1g or less.'], name, found(3), found(4), ...
    found(5), found(1), found(2), max (found(5) / 2, eps (found(2))));
end
