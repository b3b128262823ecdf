function pixels = plot_on_screen (pixels)
%PLOT_ON_SCREEN  Size of a figure, [width height], not larger than the screen leaves room for.

screen = get (0, 'screensize');
room = screen(3:4) - [40, 140];    % without title, menu and task bar
if all (room >= 200)
    pixels = min (pixels, room);
end

end
