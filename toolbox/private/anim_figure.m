function fig = anim_figure (o)
%ANIM_FIGURE  A figure of o.Size pixels: visible, or, for a file, one that needs no display.

inches = o.Size / 72;
visible = 'on';
if ~isempty (o.film)
    visible = 'off';
end
fig = figure ('visible', visible, 'color', 'w', 'paperunits', 'inches', 'papersize', inches, ...
    'paperposition', [0, 0, inches]);
if isempty (o.film)
    set (fig, 'position', [80, 80, o.Size]);
elseif exist ('OCTAVE_VERSION', 'builtin')
    graphics_toolkit (fig, 'gnuplot');
end

end
