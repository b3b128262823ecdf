function truck_draw (panels, list)
% TRUCK_DRAW  Error over work, one picture beside the other.
%   TRUCK_DRAW (PANELS, LIST) draws into the current figure one picture for each element of PANELS,
%   a struct array with the fields runs (a result of GEOMSCOMPARE), work ('seconds' or
%   'evaluations'), axis and title, two in a row, and beside them the legend of LIST, see
%   TRUCK_CONTENDERS.
%
%   See also RUN_TRUCK, RUN_TRUCK_BODIES.

labels = struct ('seconds', 'computing time [s]', 'evaluations', 'evaluations of the equations');
count = ceil (numel (panels) / 2);
for i = 1:numel (panels)
    left = 0.065 + 0.41 * mod (i - 1, 2);
    axes ('position', [left, (count - ceil(i / 2) + 0.11) / count, 0.37, 0.81 / count]);
    for who = list
        runs = truck_runs (panels(i).runs, who);
        loglog ([runs.(panels(i).work)], [runs.error], who.line, 'color', who.color, ...
            'linewidth', 1.5, 'markersize', 5);
        hold on
    end
    axis (panels(i).axis);
    decades = ceil (log10 (panels(i).axis(1)) - 1e-9):floor (log10 (panels(i).axis(2)) + 1e-9);
    set (gca, 'xtick', 10.^decades, 'ytick', 10.^(-9:-1), 'xminorgrid', 'off', 'yminorgrid', 'off', ...
        'yminortick', 'off');
    grid on
    xlabel (labels.(panels(i).work));
    if mod (i, 2) == 1
        ylabel ('largest error of p and v');
    end
    title (panels(i).title);
end
key (list);

end

function key (list)
axes ('position', [0.865 0.3 0.135 0.62]);
for i = 1:numel (list)
    plot ([0.05 0.2 0.35], -[i i i], list(i).line, 'color', list(i).color, 'linewidth', 1.5, ...
        'markersize', 5);
    hold on
    text (0.43, -i, list(i).name);
end
axis ([0 1.3 -numel(list) - 0.5, -0.5]);
axis off
end
