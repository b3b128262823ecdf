function plot_file (fig, file)
%PLOT_FILE  A figure as a PNG, PDF or SVG file, with or without a display.

[~, ~, extension] = fileparts (file);
device = ['-d', lower(extension(2:end))];
if plot_by_gnuplot (fig) && any (strcmp (device, {'-dpng', '-dpdf'}))
    device = [device, 'cairo'];
end
if exist ('OCTAVE_VERSION', 'builtin')
    warning ('off', 'print:nogs', 'local');
end
print (fig, file, device, '-r100');

end
