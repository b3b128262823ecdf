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
if strcmp (device, '-dpngcairo')
    widen_legends (fig);
end
print (fig, file, device, '-r72');

end

% gnuplot's boxes are too narrow for short texts
function widen_legends (fig)
list = findobj (fig, 'tag', 'legend');
for i = 1:numel (list)
    texts = get (list(i), 'string');
    if iscellstr (texts) && max (cellfun (@numel, texts)) < 12 ...
            && strcmp (get (list(i), 'orientation'), 'vertical')
        set (list(i), 'string', strcat (texts, {'  '}));
    end
end
end
