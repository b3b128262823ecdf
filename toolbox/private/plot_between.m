function [t, y] = plot_between (sol, rows, inside, span)
%PLOT_BETWEEN  Rows of sol.y where `inside` is true and, from the dense output, between the steps.
%   [t, y] = plot_between (sol, rows, inside, [from to]). About 600 points: as many in each step.

t = sol.t(inside);
y = sol.y(rows, inside);
dense = sol.idata.dense;
steps = find (max (dense.t, [], 1) > span(1) & min (dense.t, [], 1) < span(2));
if isempty (steps) || numel (steps) > 300
    return
end
count = ceil (600 / numel (steps));
share = (1:count - 1)' / count;
from = dense.t(1, steps);
between = ones (count - 1, 1) * from + share * (dense.t(2, steps) - from);
between = reshape (between, 1, []);
values = zeros (0, numel (between));
if ~isempty (rows)
    values = gate_call ('dense', dense.t, dense.x(rows, :, :), dense.node, between);
end
% times that occur twice keep their order, the states before an action first
direction = 1 - 2 * (sol.t(end) < sol.t(1));
[t, order] = sort (direction * [t, between]);
t = direction * t;
y = [y, values];
y = y(:, order);

end
