function fig = plot_page (o, panels)
%PLOT_PAGE  A figure with these panels (PLOT_PANELS) one below the other, all with the same times.
%   Measures are in points, 1/72 inch, from the left and from below; 100 pixels are an inch. Names and
%   title are in axes of their own, which are the whole page and lie below the panels.

page = 0.72 * o.Size;
fig = plot_figure (o.Size, o.File);
paper = plot_paper (fig, page);
head = print_wrapped (o.Title, floor ((page(1) - 20) / 4.6), 2);
top = 14 + 13 * numel (head);
for i = 1:numel (head)
    text (10, page(2) - 13 * i, plot_plain (fig, head{i}), 'parent', paper, 'fontsize', 9, ...
        'interpreter', 'none', 'tag', 'title');
end
pitch = (page(2) - top - 38) / numel (panels);
gap = min (16, 0.18 * pitch);
columns = arrayfun (@(p) plot_column (p, pitch, 0.4 * page(1)), panels, 'UniformOutput', false);
beside = max (cellfun (@(c) c.width, columns));
axes_of = zeros (1, numel (panels));
for i = 1:numel (panels)
    box = [62, page(2) - top - i * pitch + gap, page(1) - 62 - beside - 10, pitch - gap];
    axes_of(i) = axes ('parent', fig, 'position', box ./ [page, page], 'fontsize', 9, 'box', 'on', ...
        'tag', panels(i).word);
    plot_panel (axes_of(i), panels(i), o);
    plot_names (paper, columns{i}, [box(1) + box(3) + 8, box(2) + box(4)]);
    if i < numel (panels)
        set (axes_of(i), 'xticklabel', {});
    end
end
numbers (paper, o, [62, page(2) - top + 6], page(1) - 62 - beside - 10);
if isfield (o.Units, 't')
    xlabel (axes_of(end), ['t in ', plot_tex(o.Units.t)], 'fontsize', 9);
else
    xlabel (axes_of(end), 't', 'fontsize', 9);
end
if numel (panels) > 1
    linkaxes (axes_of, 'x');
end

end

% which event function it was, above the panels, if there are few
function numbers (paper, o, corner, width)
t = o.Events(1, :);
if numel (t) > 12 || all (o.Events(2, :) == o.Events(2, [1:min(1, end), 1:end - 1]))
    return
end
for i = 1:numel (t)
    x = corner(1) + width * (t(i) - o.Time(1)) / (o.Time(2) - o.Time(1));
    text (x, corner(2), sprintf ('%d', o.Events(2, i)), 'parent', paper, 'fontsize', 8, 'color', ...
        [0.4, 0.4, 0.4], 'horizontalalignment', 'center', 'tag', 'event');
end
end
