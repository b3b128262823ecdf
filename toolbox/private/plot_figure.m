function fig = plot_figure (pixels, file)
%PLOT_FIGURE  A figure of [width height] pixels, 100 for an inch on paper; for a file it is invisible.
%   Octave draws with gnuplot then, which needs no display, if it has that. Its PNG has 72 pixels for an
%   inch of paper, and letters as if there were 96.

inches = pixels / 100;
visible = get (0, 'defaultfigurevisible');
if ~isempty (file)
    visible = 'off';
end
by_gnuplot = ~isempty (file) && exist ('OCTAVE_VERSION', 'builtin') ...
    && any (strcmp (available_graphics_toolkits (), 'gnuplot'));
if by_gnuplot
    warning ('off', 'Octave:gnuplot-graphics', 'local');
end
fig = figure ('color', 'w', 'visible', visible, 'position', [40, 60, pixels]);
if by_gnuplot
    graphics_toolkit (fig, 'gnuplot');
    if strcmpi (file(end - 3:end), '.png')
        inches = pixels / 72;
    end
end
set (fig, 'paperunits', 'inches', 'papersize', inches, 'paperposition', [0, 0, inches]);

end
