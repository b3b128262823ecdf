function P = anim_shape (shape, com, planar)
%ANIM_SHAPE  Points of the lines of a body's shape (TREE_SHAPE), in its frame; NaN between lines.

if strcmp (shape{1}, 'line')
    P = shape{2};
    return
end
axes = tree_axes (shape{3}, false);
size_of_it = shape{2};
turn = (0:24) * (pi / 12);
circle = size_of_it(1) * [cos(turn); sin(turn); 0 * turn];
gap = NaN (3, 1);
switch shape{1}
    case 'box'
        square = [-1 1 1 -1 -1; -1 -1 1 1 -1; 0 0 0 0 0];
        P = prism (square, planar) .* (size_of_it(:, ones (1, 5 + 18 * ~planar)) / 2);
    case 'cylinder'
        if planar
            P = [circle, gap, [0; 0; 0], circle(:, 1)];
        else
            P = prism (circle, false);
            P(3, :) = P(3, :) * (size_of_it(2) / 2);
        end
    case 'sphere'
        P = [circle, gap, [0; 0; 0], circle(:, 1)];
        if ~planar
            P = [circle, gap, circle([3 1 2], :), gap, circle([2 3 1], :)];
        end
end
P = axes * P;
P = P + com(:, ones (1, size (P, 2)));

end

% a line at z = -1 and at z = 1, and four edges between; in the plane the line itself
function P = prism (line, planar)
P = line;
if planar
    return
end
low = line;
low(3, :) = -1;
high = line;
high(3, :) = 1;
P = [low, NaN(3, 1), high];
step = (size (line, 2) - 1) / 4;
for i = 1 + step * (0:3)
    P = [P, NaN(3, 1), low(:, i), high(:, i)]; %#ok<AGROW>
end
end
