function figures_draw (folder, result, shown, dashed)
% FIGURES_DRAW  The five pictures of FIGURES.
%   FIGURES_DRAW (FOLDER, RESULT, SHOWN, DASHED) writes figure1.png to figure5.png into FOLDER: RESULT as
%   FIGURES returns it, SHOWN the number of the tolerance whose course over time is drawn, DASHED the
%   contenders whose lines are dashed.
%
%   See also FIGURES, FIGURES_RUN.

tend = result(1).t(1) + result(1).t(end);
at = sprintf ('tolerance %.0e', result(1, shown).tolerance);
paint = @(k, size, draw) painted (fullfile (folder, sprintf ('figure%d.png', k)), size, draw);
paint (1, [1100 640], @() energy (result(:, shown), dashed, tend, at));
paint (2, [1100 460], @() efficiency (result, dashed, {'position', 'velocity'}, tend));
paint (3, [760 460], @() efficiency (result, dashed, {'multiplier'}, tend));
paint (4, [1100 700], @() over_time (result(:, shown), dashed, tend, at));
paint (5, [1100 700], @() over_tolerance (result, dashed, tend));

end

function painted (file, size, draw)
write_picture (file, size, draw);
fprintf ('The picture: %s\n', file);
end

% ---- the figures ----

function energy (runs, dashed, tend, at)
axes ('position', [0.08 0.58 0.66 0.36]);
for i = 1:numel (runs)
    curve (@plot, runs(i).t, runs(i).drift, i, dashed, '');
end
spread = sort (abs ([runs.drift]));
height = 1.1 * spread(ceil (0.85 * sum (~isnan (spread))));
axis ([0, tend, -height, height]);
grid on
ylabel ('energy - energy (0)');
title (['Energy of the pendulum, ', at]);
axes ('position', [0.08 0.09 0.66 0.4]);
for i = 1:numel (runs)
    curve (@semilogy, runs(i).t, at_least (abs (runs(i).drift), 1e-16), i, dashed, '');
end
scale (abs ([runs.drift]), 1e-16, 1e2);
xlim ([0 tend]);
xlabel ('t');
ylabel ('|energy - energy (0)|');
names (runs, dashed, '', [0.76 0.3 0.22 0.64]);
end

function efficiency (result, dashed, quantities, tend)
count = numel (quantities);
right = [0.66 0.74];
for k = 1:count
    width = right(count) / count;
    axes ('position', [0.09 + (k - 1) * width, 0.13, width - 0.07, 0.77]);
    for i = 1:size (result, 1)
        curve (@loglog, [result(i, :).seconds], complete (result(i, :), quantities{k}), i, dashed, ...
            'o');
    end
    scale ([result.(quantities{k})], 1e-16, 1e2);
    times = [min([result.seconds]) / 1.5, max([result.seconds]) * 1.5];
    ticks = [1; 2; 5] * 10.^(-5:3);
    set (gca, 'xlim', times, 'xtick', ticks(:)', 'xminortick', 'off', 'xminorgrid', 'off');
    set (gca, 'xticklabel', arrayfun (@(x) sprintf ('%g', x), ticks(:)', 'uniformoutput', false));
    xlabel ('seconds of computing time');
    ylabel (['error of the ', quantities{k}]);
    title (sprintf ('Pendulum over [0, %g]', tend));
end
names (result(:, 1), dashed, 'o', [0.04 + right(count), 0.15, 0.9 - right(count), 0.75]);
end

function over_time (runs, dashed, tend, at)
for k = 1:3
    quarter (k);
    for i = 1:numel (runs)
        curve (@semilogy, runs(i).t, at_least (runs(i).residuals(k, :), 1e-17), i, dashed, '');
    end
    all_of_them = [runs.residuals];
    scale (all_of_them(k, :), 1e-17, 1e2);
    xlim ([0 tend]);
    xlabel ('t');
    title (sprintf ('Residual on %s level, %s', level (k), at));
end
names (runs, dashed, '', [0.6 0.06 0.35 0.4]);
end

function over_tolerance (result, dashed, tend)
tolerances = [result(1, :).tolerance];
for k = 1:3
    quarter (k);
    for i = 1:size (result, 1)
        residual = reshape ([result(i, :).residual], 3, []);
        curve (@loglog, tolerances, at_least (residual(k, :), 1e-17), i, dashed, 'o');
    end
    all_of_them = reshape ([result.residual], 3, []);
    scale (all_of_them(k, :), 1e-17, 1e2);
    xlim ([min(tolerances) / 2, max(tolerances) * 2]);
    set (gca, 'xtick', sort (tolerances), 'xminortick', 'off', 'xminorgrid', 'off');
    xlabel ('tolerance');
    title (sprintf ('Largest residual on %s level, [0, %g]', level (k), tend));
end
names (result(:, 1), dashed, 'o', [0.6 0.06 0.35 0.4]);
end

% ---- their parts ----

function name = level (k)
list = {'position', 'velocity', 'acceleration'};
name = list{k};
end

function quarter (k)
places = [0.07 0.58; 0.57 0.58; 0.07 0.08];
axes ('position', [places(k, :), 0.41, 0.35]);
end

function values = complete (runs, quantity)
values = [runs.(quantity)];
values(~cellfun (@isempty, {runs.why})) = NaN;
end

function curve (draw, x, y, i, dashed, mark)
colors = [0 0 0; 0 0.35 0.7; 0.35 0.7 0.95; 0.8 0.2 0.1; 0.95 0.5 0.4; 0.9 0.6 0.1; 0.55 0.35 0.15
    0.1 0.5 0.2; 0.5 0.75 0.3; 0.1 0.75 0.65; 0.5 0.3 0.6; 0.9 0.4 0.7];
styles = {'-', '--'};
draw (x, y, [styles{1 + dashed(i)}, mark], 'color', colors(i, :), 'linewidth', 1.5, 'markersize', 4);
hold on
end

% what is zero is drawn at the lower end
function values = at_least (values, least)
values(values < least) = least;
end

% from top to bottom in decades, at most some eight of them with a tick; larger values leave the picture
function scale (values, least, most)
decades = log10 (min (max (values(isfinite (values)), least), most));
low = floor (min (decades));
high = max (ceil (max (decades)), low + 1);
apart = ceil ((high - low) / 8);
set (gca, 'ylim', 10.^[low high], 'ytick', 10.^(low:apart:high), 'yminortick', 'off', 'yminorgrid', ...
    'off');
grid on
end

% lines that cannot be seen, for the legend
function names (runs, dashed, mark, position)
axes ('position', position);
for i = 1:numel (runs)
    curve (@plot, NaN, NaN, i, dashed, mark);
end
axis ([0 1 0 1]);
legend ({runs.name}, 'location', 'northwest');
axis off
end
