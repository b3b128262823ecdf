function show = anim_lines (parts, limits)
%ANIM_LINES  show (axes, j) draws the lines of frame j.

show = @(ax, j) draw (ax, j, parts, limits);

end

function draw (ax, j, parts, limits)
hold (ax, 'on');
for i = 1:numel (parts)
    plot (ax, parts(i).xy(1, :, j), parts(i).xy(2, :, j), parts(i).style{:});
end
axis (ax, limits);
set (ax, 'xtick', [], 'ytick', [], 'box', 'on');
end
