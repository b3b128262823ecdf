function cmp_plot (res, what)
%CMP_PLOT  One of the two figures of GEOMSCOMPARE, into the current figure.
%   'precision'   error over seconds and over evaluations, a curve for each contender
%   'drift'       residuals of the three levels over time, of the first run of each contender
%   Names stand to the right of the panels, also those of contenders of which nothing can be drawn, with
%   the reason. Measures are in points, as in PLOT_PAGE.

fig = gcf ();
clf (fig);
page = page_of (fig);
paper = plot_paper (fig, page);
c = cmp_shown (res, what);
column = plot_column (c, page(2) - 40, 0.45 * page(1));
plot_names (paper, column, [page(1) - column.width + 4, page(2) - 16], true);
room = page(1) - column.width - 14;
if strcmp (what, 'precision')
    precision (res, c, fig, page, room);
else
    drift (res, c, fig, page, room);
end

end

% of a figure that is not seen, as it is printed; letters of gnuplot's PNG are as of 96 pixels per inch
% where a picture has 72
function page = page_of (fig)
if strcmp (get (fig, 'visible'), 'on')
    units = get (fig, 'units');
    set (fig, 'units', 'pixels');
    box = get (fig, 'position');
    set (fig, 'units', units);
    page = 0.72 * box(3:4);
    return
end
units = get (fig, 'paperunits');
set (fig, 'paperunits', 'inches');
box = get (fig, 'paperposition');
set (fig, 'paperunits', units);
page = 72 * box(3:4);
if plot_by_gnuplot (fig)
    page = 0.75 * page;
end
end

function ax = panel (fig, page, box)
ax = axes ('parent', fig, 'position', box ./ [page, page], 'fontsize', 9, 'box', 'on');
end

% ---- work and precision ----

function precision (res, c, fig, page, room)
fields = {'seconds', 'evaluations'};
left = 56;
gap = 34;
width = (room - left - gap) / 2;
shown = res(c.who > 0);
for j = 1:2
    ax = panel (fig, page, [left + (j - 1) * (width + gap), 40, width, page(2) - 66]);
    plot_decades (ax, 'x', [shown.(fields{j})], width);
    plot_decades (ax, 'y', [[shown.error], uncertain(shown)]);
    grid (ax, 'on');
    limit (ax, uncertain (shown));
    for i = 1:numel (c.names)
        those = res(c.who == i);
        [color, mark] = plot_style (i);
        line ([those.(fields{j})], [those.error], 'parent', ax, 'color', color, 'marker', mark, ...
            'markersize', 5, 'linewidth', 1, 'tag', 'curve', 'displayname', plot_tex (c.names{i}));
    end
    xlabel (ax, fields{j}, 'fontsize', 9);
    if j == 2
        set (ax, 'yticklabel', {});
    else
        ylabel (ax, 'largest error of p, v, r at the ends of steps', 'fontsize', 9);
    end
end
end

% of the reference, where errors come near to it
function value = uncertain (shown)
value = [];
if isempty (shown)
    return
end
limits = arrayfun (@(r) max ([0; r.uncertainty(1)]), shown);
if max (limits) > 0.02 * min ([shown.error])
    value = max (limits);
end
end

% errors below this line say little
function limit (ax, value)
if ~isempty (value)
    line (get (ax, 'xlim'), [value, value], 'parent', ax, 'color', [0.5, 0.5, 0.5], 'linestyle', '--', ...
        'linewidth', 0.8, 'tag', 'uncertainty');
end
end

% ---- drift ----

function drift (res, c, fig, page, room)
levels = {'position', 'velocity', 'acceleration'};
left = 62;
pitch = (page(2) - 24 - 38) / 3;
shown = res(c.who > 0);
y = [zeros(3, 0), shown.violation];
t = [shown.t];
for j = 1:3
    ax = panel (fig, page, [left, page(2) - 24 - j * pitch + 14, room - left, pitch - 14]);
    plot_decades (ax, 'y', max ([1e-17, y(j, :)], 1e-17));
    if ~isempty (t) && max (t) > min (t)
        set (ax, 'xlim', [min(t), max(t)]);
    end
    grid (ax, 'on');
    for i = 1:numel (c.names)
        curve (ax, res(c.who == i), j, i, c.names);
    end
    ylabel (ax, levels{j}, 'fontsize', 9);
    if j == 1
        title (ax, ['residuals of the constraints', c.same], 'fontsize', 9, 'fontweight', 'normal');
    end
    if j < 3
        set (ax, 'xticklabel', {});
    end
end
xlabel (ax, 't', 'fontsize', 9);
end

% a line, with a few marks that are not those of the others
function curve (ax, one, level, i, names)
[t, y] = plot_thin (one.t, max (one.violation(level, :), 1e-17), 800);
[color, mark] = plot_style (i);
line (t, y, 'parent', ax, 'color', color, 'linewidth', 1, 'tag', 'curve', 'displayname', ...
    plot_tex (names{i}));
k = numel (t);
some = unique (round (1 + (k - 1) * ((0:7) + (i - 0.5) / numel (names)) / 8));
line (t(some), y(some), 'parent', ax, 'color', color, 'linestyle', 'none', 'marker', mark, ...
    'markersize', 5, 'tag', 'marks', 'handlevisibility', 'off');
end
