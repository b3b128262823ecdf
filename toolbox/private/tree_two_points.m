function [A, B, own_A, own_B] = tree_two_points (tree, list, where)
%TREE_TWO_POINTS  The first two of a list as points (TREE_POINT) of different bodies.

[A, own_A] = tree_point (tree, list{1}, where);
[B, own_B] = tree_point (tree, list{2}, where);
if A(1) == B(1)
    error ('geoms:tree:loop', '%s: both points belong to the same body: it moves nothing.', where);
end

end
