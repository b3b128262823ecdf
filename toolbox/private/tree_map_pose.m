function [d, R] = tree_map_pose (d, R, planar)
%TREE_MAP_POSE  What a map gives as 3 x 1 and 3 x 3, from [x y] and the angle in a planar tree.

d = d(:);
if planar
    c = cos (R);
    s = sin (R);
    d = [d; 0];
    R = [c, -s, 0; s, c, 0; 0, 0, 1];
end

end
