function anim_print (fig, file)
%ANIM_PRINT  A figure as a PNG file, with or without a display.

device = '-dpng';
if exist ('OCTAVE_VERSION', 'builtin')
    device = '-dpngcairo';
end
print (fig, file, device, '-r72');

end
