function plot_decades (ax, direction, values, room)
%PLOT_DECADES  A logarithmic axis, 'x' or 'y', for these values: from one power of 10 to another.
%   With at most 7 ticks; within two decades from one of ..., 1, 2, 5, 10, ... to another, with ticks there,
%   or at fewer of them, if their labels have no room in a width of `room` points.

values = values(isfinite (values) & values > 0);
values = min (max (values, 1e-290), 1e290);    % so that their decades are numbers, too
if isempty (values)
    values = [1, 10];
end
if nargin < 4
    room = Inf;
end
first = floor (log10 (min (values)) + 1e-9);
last = max (first + 1, ceil (log10 (max (values)) - 1e-9));
if last - first > 2
    each = ceil ((last - first) / 6);
    limits = 10 .^ [first, last];
    [ticks, labels] = powers (first:each:last);
else
    ticks = reshape ([1; 2; 5] * 10 .^ (first - 1:last), 1, []);
    low = find (ticks <= 0.9 * min (values), 1, 'last');
    high = find (ticks >= 1.1 * max (values), 1);
    ticks = ticks(low:high);
    limits = ticks([1, end]);
    labels = arrayfun (@(x) sprintf ('%g', x), ticks, 'UniformOutput', false);
end
if width_of (labels) > room
    exponents = ceil (log10 (limits(1)) - 1e-9):floor (log10 (limits(2)) + 1e-9);
    exponents = exponents(1:ceil(35 * numel (exponents) / room):end);
    if numel (exponents) > 1
        [ticks, labels] = powers (exponents);
    else
        ticks = ticks([1, end]);
        labels = labels([1, end]);
    end
end
limits = limits .* [1 - 1e-6, 1 + 1e-6];    % gnuplot leaves out ticks that are the limits
set (ax, [direction, 'scale'], 'log', [direction, 'lim'], limits, [direction, 'tick'], ticks, ...
    [direction, 'ticklabel'], labels, [direction, 'minortick'], 'off', [direction, 'minorgrid'], 'off');
if strcmp (direction, 'y') && min (ticks) < 1e-15
    smallest_labels (ax, limits, ticks, labels);
end

end

function [ticks, labels] = powers (exponents)
ticks = 10 .^ exponents;
labels = arrayfun (@(k) sprintf ('10^{%d}', k), exponents, 'UniformOutput', false);
end

% side by side, in points
function points = width_of (labels)
points = sum (5 * cellfun (@numel, regexprep (labels, '[{}^]', '')) + 8);
end

% gnuplot loses ticks below 1e-15
function smallest_labels (ax, limits, ticks, labels)
if ~plot_by_gnuplot (get (ax, 'parent'))
    return
end
small = ticks < 0.9e-15;
set (ax, 'ytick', ticks(~small), 'yticklabel', labels(~small));
for i = reshape (find (small), 1, [])
    at = log (ticks(i) / limits(1)) / log (limits(2) / limits(1));
    text (-0.01, at, labels{i}, 'parent', ax, 'units', 'normalized', 'horizontalalignment', 'right', ...
        'fontsize', get (ax, 'fontsize'), 'color', get (ax, 'ycolor'), 'tag', 'tick');
end
end
