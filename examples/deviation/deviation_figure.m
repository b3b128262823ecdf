function deviation_figure (file, run, headline)
% DEVIATION_FIGURE  Positions, velocities, multiplier and residuals of one run, as in Figures 1 to 5.
%   DEVIATION_FIGURE (FILE, RUN, HEADLINE) draws RUN (DEVIATION_RUN) into a PNG file: p, v and lambda
%   (dark) over the exact solution from consistent initial values (bright), and in the last column
%   g, gI and gII (dark) over their predictions (bright).
%
%   See also RUN_DEVIATION, DEVIATION_EXACT.

write_picture (file, [1280 640], @() draw (run, headline));

end

function draw (run, headline)
t = linspace (0, 5, 501);
[p, v, lambda] = deviation_exact (t);
predicted = prediction_at (t, run);
names = {'p_1', 'p_2', 'v_1', 'v_2', 'lambda', 'g', 'g^I', 'g^{II}'};
ours = [run.p; run.v; run.lambda; run.residual];
bright = [p; v; lambda; predicted];
places = [panel(1, 1, 2); panel(1, 2, 2); panel(2, 1, 2); panel(2, 2, 2); panel(3, 1, 1)
          panel(4, 1, 3); panel(4, 2, 3); panel(4, 3, 3)];
shown = numel (run.t);
if ~isempty (run.why)
    shown = floor (0.99 * shown);    % the last steps of a run that breaks off are beyond any scale
end
for i = 1:8
    axes ('position', places(i, :));
    first = 1 + (i > 5);
    draw_pair (run.t(first:end), ours(i, first:end), t, bright(i, :));
    axis ([0 5 limits(ours(i, first:shown), bright(i, :), i > 5)]);
    title (names{i});
    set (gca, 'xtick', 0:5);
    grid on
    if any (i == [2 4 5 8])
        xlabel ('t');
    else
        set (gca, 'xticklabel', {});
    end
end
axes ('position', [0 0.92 1 0.08], 'visible', 'off');
text (0.5, 0.6, headline, 'horizontalalignment', 'center', 'fontsize', 12);
axis ([0 1 0 1], 'off');
end

% the prediction behind the last step of the run, too: quadratics are met by three values
function gamma = prediction_at (t, run)
for i = 1:3
    gamma(i, :) = polyval (polyfit (run.t, run.predicted(i, :), 2), t); %#ok<AGROW>
end
end

% what oscillates from step to step would hide the bright line
function draw_pair (t, ours, t_bright, bright)
d = diff (ours, 2);
flips = d(1:end - 1) .* d(2:end) < 0 & abs (d(2:end)) > 0.01;
line_of = {t_bright, bright, 'color', [1 0.7 0.2], 'linewidth'};
ours_of = {t, ours, 'color', [0.05 0.15 0.4], 'linewidth', 1};
if mean (flips) > 0.5
    plot (ours_of{:});
    hold on
    plot (line_of{:}, 2);
else
    plot (line_of{:}, 5);
    hold on
    plot (ours_of{:});
end
end

% place of panel number `row` of `count` in a column
function position = panel (column, row, count)
height = 0.85 / count;
position = [0.055 + (column - 1) * 0.245, 0.08 + (count - row) * height, 0.18, height - 0.06];
end

% residuals of rounding are drawn as a line on zero, not as noise
function pair = limits (a, b, is_residual)
pair = [min([a, b]), max([a, b])];
least = 1e-2;
if is_residual
    least = 1e-4;
end
middle = mean (pair);
half = max (0.55 * diff (pair), least);
if is_residual && max (abs (pair)) < least
    middle = 0;
end
pair = middle + [-half, half];
end
