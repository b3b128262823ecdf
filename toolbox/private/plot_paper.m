function paper = plot_paper (fig, page)
%PLOT_PAPER  Axes as large as the figure, below all others, for texts; measures are points of [width height].

paper = axes ('parent', fig, 'position', [0, 0, 1, 1], 'xlim', [0, page(1)], 'ylim', [0, page(2)], ...
    'visible', 'off', 'tag', 'page');

end
