function plot_names (paper, column, corner, marked)
%PLOT_NAMES  The names of PLOT_COLUMN onto the paper, from the upper left corner [x y] on.
%   Before each stands a line in the colour of the curve, with its mark if there are some.

fig = get (paper, 'parent');
for i = 1:numel (column.texts)
    x = corner(1) + column.x(i);
    y = corner(2) - column.y(i);
    one = column.texts{i};
    interpreter = 'tex';
    if ~column.tex(i)
        one = plot_plain (fig, one);
        interpreter = 'none';
    end
    color = [0.3, 0.3, 0.3];
    if column.curve(i) > 0
        [color, mark] = plot_style (column.curve(i));
        line (x + [0, 10], [y, y], 'parent', paper, 'color', color, 'linewidth', 1.5, 'tag', 'name');
        if nargin > 3 && marked
            line (x + 5, y, 'parent', paper, 'color', color, 'linestyle', 'none', 'marker', mark, ...
                'markersize', 5, 'tag', 'name');
        end
    end
    text (x + 13, y, one, 'parent', paper, 'fontsize', 9, 'color', color, 'interpreter', ...
        interpreter, 'tag', 'name');
end

end
