function yes = plot_by_gnuplot (fig)
%PLOT_BY_GNUPLOT  True if a figure is drawn by gnuplot, as Octave may.

yes = false;
if exist ('OCTAVE_VERSION', 'builtin')
    yes = strcmp (graphics_toolkit (fig), 'gnuplot');
end

end
