function anim_film (o, show, keeps_axes)
%ANIM_FILM  Draws frame after frame, show (axes, j), on the screen or into files.
%   keeps_axes   the axes have ticks

if exist ('OCTAVE_VERSION', 'builtin')
    warning ('off', 'Octave:gnuplot-graphics', 'local');
    warning ('off', 'print:nogs', 'local');
end
fig = anim_figure (o);
if ~isempty (o.film)
    closer = onCleanup (@() close (fig)); %#ok<NASGU>
end
place = [0.02, 0.02, 0.96, 0.96];
if keeps_axes
    place = [0.12, 0.1, 0.84, 0.82];
end
count = numel (o.Times);
frames = cell (1, count * strcmp (o.film, 'gif'));
watch = tic;
for j = 1:count
    clf (fig);
    ax = axes ('parent', fig, 'position', place); %#ok<LAXES>
    show (ax, j);
    text (0.03, 0.95, sprintf ('t = %.4g', o.Times(j)), 'units', 'normalized', 'parent', ax);
    switch o.film
        case ''
            drawnow ();
            pause (max (0, j / o.FrameRate - toc (watch)));
        case 'png'
            anim_print (fig, sprintf (o.File, j));
        case 'gif'
            frames{j} = anim_printed (fig);
    end
end
if strcmp (o.film, 'gif')
    anim_gif (o.File, frames, o.FrameRate);
end

end
