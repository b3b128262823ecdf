function plot_panel (ax, panel, o)
%PLOT_PANEL  Curves, events and axes of one panel of geomsplot.

[t, y] = plot_thin (panel.t, max (panel.y, floor_of (panel)), 4000);
limits_of_time (ax, o.Time);
if panel.floor > 0
    logarithmic (ax, panel, y);
else
    linear (ax, y);
end
events (ax, o);
for i = 1:size (y, 1)
    curve = line (t, y(i, :), 'parent', ax, 'color', plot_style (i), 'linewidth', 1, 'tag', 'curve');
    if panel.marks
        set (curve, 'marker', '.', 'markersize', 5);
    end
    if i <= numel (panel.names)
        set (curve, 'displayname', legend_of (panel, i));
    end
end
ylabel (ax, panel.label, 'fontsize', 9);

end

% as a legend shows it; gnuplot takes no quotes
function text = legend_of (panel, i)
text = panel.names{i};
if ~panel.tex(i)
    text = strrep (plot_tex (text), '"', '''''');
end
end

function value = floor_of (panel)
value = -Inf;
if panel.floor > 0
    value = panel.floor;
end
end

function limits_of_time (ax, span)
if span(1) == span(2)
    span = span + [-1, 1] * max (0.5, 1e-3 * abs (span(1)));
end
set (ax, 'xlim', span);
end

% residuals that are all zero have an axis as those that are rounding
function logarithmic (ax, panel, y)
y = y(isfinite (y));
if strcmp (panel.word, 'residual')
    y = [y(:); panel.floor; 1e-12];
end
plot_decades (ax, 'y', y);
end

% a little more than the values; what does not change is in the middle
function linear (ax, y)
y = y(isfinite (y));
if isempty (y)
    y = 0;
end
low = min (y(:));
high = max (y(:));
more = 0.06 * (high - low);
if high - low <= 1e-12 * max (abs ([low, high]))
    more = max (0.1 * abs (high), realmin / eps);
    if high == 0 && low == 0
        more = 1;
    end
end
set (ax, 'ylim', [low - more, high + more]);
end

% thin vertical lines; of more than 100 events short ones at the bottom
function events (ax, o)
t = o.Events(1, :);
if isempty (t)
    return
end
limits = get (ax, 'ylim');
ends = limits;
if numel (t) > 100 && strcmp (get (ax, 'yscale'), 'log')
    ends(2) = limits(1) * (limits(2) / limits(1)) ^ 0.06;
elseif numel (t) > 100
    ends(2) = limits(1) + 0.06 * (limits(2) - limits(1));
end
x = [t; t; NaN(size (t))];
y = repmat ([ends(:); NaN], 1, numel (t));
line (x(:)', y(:)', 'parent', ax, 'color', [0.6, 0.6, 0.6], 'linewidth', 0.5, 'tag', 'event', ...
    'handlevisibility', 'off');
end
