function R = tree_angles (r)
%TREE_ANGLES  Rotations about the fixed x, y, z by the angles r (3 x n), one after the other: 9 x n.
%   R = Rz Ry Rx, by columns.

s = sin (r);
c = cos (r);
R = [c(3, :) .* c(2, :); s(3, :) .* c(2, :); -s(2, :)
    c(3, :) .* s(2, :) .* s(1, :) - s(3, :) .* c(1, :)
    s(3, :) .* s(2, :) .* s(1, :) + c(3, :) .* c(1, :)
    c(2, :) .* s(1, :)
    c(3, :) .* s(2, :) .* c(1, :) + s(3, :) .* s(1, :)
    s(3, :) .* s(2, :) .* c(1, :) - c(3, :) .* s(1, :)
    c(2, :) .* c(1, :)];

end
