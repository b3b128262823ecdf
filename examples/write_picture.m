function write_picture (file, pixels, draw)
% WRITE_PICTURE  Draw into a PNG file, with or without a display.
%   WRITE_PICTURE (FILE, [WIDTH HEIGHT], DRAW) opens an invisible figure of that many pixels, calls
%   DRAW (), which draws with the usual commands, and writes the figure to FILE.
%
%   Octave draws with gnuplot here, which needs no display.
%
%   Example:
%       write_picture ('parabola.png', [600 400], @() plot (0:0.1:1, (0:0.1:1).^2))

device = '-dpng';
if exist ('OCTAVE_VERSION', 'builtin')
    warning ('off', 'Octave:gnuplot-graphics', 'local');
    warning ('off', 'print:nogs', 'local');
    graphics_toolkit ('gnuplot');
    device = '-dpngcairo';
end
inches = pixels / 72;
fig = figure ('visible', 'off', 'color', 'w', 'paperunits', 'inches', 'papersize', inches, ...
    'paperposition', [0 0 inches]);
closer = onCleanup (@() close (fig));
draw ();
print (fig, file, device, '-r72');

end
