function tree_jumps (problem, sol)
%TREE_JUMPS  Warns, after a run, of functions [h; h'; h''] of a tree whose h or h' jumps in it.
%   h (b) - h (a) is compared with the integral of h', and h' (b) - h' (a) with that of h'', by 4
%   Gauss points in intervals that are halved where they do not agree. Where h'' jumps this leaves
%   (b - a) times what h'' changes there, where h' jumps the jump.

sys = problem.sys;
if ~strcmp (sys.form, 'tree') || strcmp (problem.settings.Display, 'off') || isempty (sys.tree.functions)
    return
end
limits = sort ([run_from(problem), sol.t(end)]);
t = unique ([limits, sol.t]);
t = t(t >= limits(1) & t <= limits(2));
t = t(unique (round (linspace (1, numel (t), min (numel (t), 64)))));
for i = reshape (find (arrayfun (@tree_moves, sys.tree.functions)), 1, [])
    try
        found = jump_of (@(t) tree_signal_values (sys.tree, i, t), t);
    catch e %#ok<NASGU>
        continue    % no values where the run needed none
    end
    if ~isempty (found)
        tell (sys.tree.functions(i).name, found);
        return
    end
end

end

% [t; component; 1: h, 2: h'; change; integral of the derivative], or []
function found = jump_of (values, t)
halvings = 20;
most = 500;
a = t(1:end - 1);
b = t(2:end);
scale = [];
for level = 0:halvings
    [change, integral, spread, sizes] = compared (values, a, b);
    if isempty (scale)
        scale = max (sizes, [], 2);
    end
    allowed = 1e-6 * scale(:, ones (size (a)));
    open = abs (change - integral) > allowed;
    bad = any (open, 1);
    if ~any (bad)
        found = [];
        return
    elseif 2 * sum (bad) > most || level == halvings
        break
    end
    middle = (a(bad) + b(bad)) / 2;
    [a, b] = deal ([a(bad), middle], [middle, b(bad)]);
end
open = open & abs (change - integral) > 2 * spread .* (b(ones (size (scale)), :) - ...
    a(ones (size (scale)), :));
[row, at] = find (open, 1);
found = [];
if ~isempty (row)
    count = numel (scale) / 2;
    found = [(a(at) + b(at)) / 2; 1 + mod(row - 1, count); 1 + (row > count); change(row, at); ...
        integral(row, at)];
end
end

% of h and h' of all components, 2 count x intervals: change, integral of the derivative, how much
% the derivative differs, and how large they are
function [change, integral, spread, sizes] = compared (values, a, b)
node = [0.3399810435848563, 0.8611363115940526];
weight = [0.6521451548625461, 0.3478548451374538];
n = numel (a);
at = [-1, -node, node, 1]';
times = (a(ones (6, 1), :) + b(ones (6, 1), :)) / 2 + at * ((b - a) / 2);
times([1 6], :) = [a; b];
y = values (times);
count = size (y, 1) / 3;
y = reshape (y, 3 * count, 6, n);
low = y(1:2 * count, :, :);
high = y(count + 1:end, :, :);
weights = repmat ([0, weight, weight, 0], [2 * count, 1, n]);
change = reshape (low(:, 6, :) - low(:, 1, :), 2 * count, n);
integral = reshape (sum (weights .* high, 2), 2 * count, n) .* repmat ((b - a) / 2, 2 * count, 1);
spread = reshape (max (high, [], 2) - min (high, [], 2), 2 * count, n);
sizes = reshape (max (abs (low), [], 2), 2 * count, n);
end

function tell (name, found)
words = {'h', 'h'''; 'h''', 'h'''''};
run_warn ('geoms:tree:motionJumps', ['%s: %s of component %d changes by %.6g near t = %.6g, ', ...
    'the integral of %s by %.6g: it jumps there, or %s is not its derivative. The impulse of a ', ...
    'jump is no part of the motion. Round it off, or end the run there and go on with ', ...
    'geomsextend from the velocities behind it.'], name, words{found(3), 1}, found(2), found(4), ...
    found(1), words{found(3), 2}, found(5), words{found(3), 2});
end
