function cmp_plot (res, what)
%CMP_PLOT  One of the two figures of GEOMSCOMPARE, into the current figure.
%   'precision'   error over seconds and over evaluations, a curve for each contender
%   'drift'       residuals of the three levels over time, of the first run of each contender

clf ();
switch what
    case 'precision'
        precision (res);
    case 'drift'
        drift (res);
end

end

% number of the contender of each run, 0 if it shows nothing; their names
function [who, names] = contenders (res, shown)
who = zeros (1, numel (res));
names = {};
for i = find (shown)
    name = sprintf ('%s, %s', res(i).formulation, res(i).method);
    if ~isempty (res(i).options)
        name = [name, ', ', res(i).options]; %#ok<AGROW>
    end
    who(i) = [find(strcmp (name, names)), (numel (names) + 1) * ones(~any (strcmp (name, names)))];
    names{who(i)} = name;
end
end

% ---- panels; the names stand to the right of them ----

function precision (res)
is_good = @(r) any (strcmp (r.status, {'ok', 'event'})) && r.error > 0 && r.seconds > 0;
good = arrayfun (is_good, res);
[who, names] = contenders (res, reshape (good, 1, []));
fields = {'seconds', 'evaluations'};
for j = 1:2
    panel = axes ('position', [0.08 + 0.34 * (j - 1), 0.12, 0.29, 0.8]); %#ok<LAXES>
    for i = 1:numel (names)
        [color, mark] = style (i);
        those = res(who == i);
        loglog ([those.(fields{j})], [those.error], ['-', mark], 'color', color, ...
            'markersize', 6, 'linewidth', 1.2);
        hold ('on');
    end
    round_limits ([res(who > 0).(fields{j})]);
    decades ([res(who > 0).error]);
    grid (panel, 'on');
    xlabel (fields{j});
    if j == 1
        ylabel ('largest error of p, v, r at the ends of steps');
    end
end
name_curves (names);
end

function drift (res)
[who, names] = contenders (res, reshape (arrayfun (@(r) numel (r.t) > 1, res), 1, []));
sizes = cell (size (names));
for i = 1:numel (names)
    who(who == i & cumsum (who == i) > 1) = 0;
    sizes{i} = size_of (res(who == i));
end
same = numel (unique (sizes)) == 1;
levels = {'position', 'velocity', 'acceleration'};
for j = 1:3
    panel = axes ('position', [0.08, 0.08 + 0.295 * (3 - j), 0.57, 0.25]); %#ok<LAXES>
    for i = 1:numel (names)
        curve (res(who == i), j, i, numel (names));
        hold ('on');
    end
    y = [zeros(3, 0), res(who > 0).violation];
    decades (max ([1e-17, y(j, :)], 1e-17));
    t = [res(who > 0).t];
    if ~isempty (t)
        xlim ([min(t), max(t)]);
    end
    grid (panel, 'on');
    ylabel (levels{j});
    if j == 1 && same
        title (['residuals of the constraints, ', sizes{1}]);
    end
end
xlabel ('t');
if ~same
    names = strcat (names, {', '}, sizes);
end
name_curves (names);
end

% a line, with a few marks that are not those of the others
function curve (one, level, i, count)
[t, y] = thinned (one.t, max (one.violation(level, :), 1e-17));
[color, mark] = style (i);
semilogy (t, y, '-', 'color', color, 'linewidth', 1.2);
hold ('on');
k = numel (t);
some = unique (round (1 + (k - 1) * ((0:7) + (i - 0.5) / count) / 8));
semilogy (t(some), y(some), mark, 'color', color, 'markersize', 5);
end

function text = size_of (one)
text = sprintf ('RelTol %.2g', one.tolerance);
if ~isnan (one.step)
    text = sprintf ('h %.2g', one.step);
end
end

% at most 400 points, the largest of what lies between them
function [t, y] = thinned (t, y)
count = ceil (numel (t) / 400);
if count > 1
    k = floor (numel (t) / count);
    t = t(1:count:count * k);
    y = max (reshape (y(1:count * k), count, k), [], 1);
end
end

% y from one decade to another, with not too many ticks
function decades (values)
values = values(isfinite (values) & values > 0);
if isempty (values)
    return
end
first = floor (log10 (min (values)));
last = max (first + 1, ceil (log10 (max (values))));
each = ceil ((last - first) / 6);
set (gca (), 'ylim', 10 .^ [first, last], 'ytick', 10 .^ (first:each:last), 'yminortick', 'off', ...
    'yminorgrid', 'off');
end

% x from one of the numbers ..., 0.1, 0.2, 0.5, 1, ... to another; all of them are ticks, or the
% powers of 10
function round_limits (values)
values = values(isfinite (values) & values > 0);
if isempty (values)
    return
end
decade = floor (log10 (min (values))):ceil (log10 (max (values)));
ticks = reshape ([1; 2; 5] * 10 .^ decade, 1, []);
first = find (ticks <= min (values), 1, 'last');
last = find ([ticks(2:end), Inf] >= max (values), 1) + 1;
ticks = ticks(first:last);
limits = ticks([1, end]);
if numel (ticks) > 8
    ticks = 10 .^ decade;
    ticks = ticks(ticks >= limits(1) & ticks <= limits(2));
end
labels = arrayfun (@(x) sprintf ('%g', x), ticks, 'UniformOutput', false);
set (gca (), 'xlim', limits, 'xtick', ticks, 'xticklabel', labels, 'xminortick', 'off', ...
    'xminorgrid', 'off');
end

% ---- names ----

% 12 colours that differ; who comes round to the same one has another mark
function [color, mark] = style (i)
colors = [31 119 180; 214 39 40; 44 160 44; 255 127 14; 148 103 189; 23 190 207
    140 86 75; 227 119 194; 0 0 0; 188 189 34; 127 127 127; 0 0 200] / 255;
marks = 'osd^v*+x><';
color = colors(mod (i - 1, 12) + 1, :);
mark = marks(mod (i - 1, 10) + 1);
end

% a column to the right of the panels
function name_curves (names)
axes ('position', [0.73, 0.05, 0.26, 0.9]);
hold ('on');
count = max (numel (names), 20);
letters = 9 - 2 * (max ([0, cellfun(@numel, names)]) > 30);
for i = 1:numel (names)
    [color, mark] = style (i);
    y = 1 - (i - 0.5) / count;
    plot ([0 0.1], [y y], '-', 'color', color, 'linewidth', 1.2);
    plot (0.05, y, mark, 'color', color, 'markersize', 6);
    text (0.14, y, names{i}, 'fontsize', letters, 'interpreter', 'none');
end
if isempty (names)
    text (0.14, 0.5, 'no run came to anything');
end
axis ([0 1 0 1]);
axis ('off');
end
