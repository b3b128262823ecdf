function x = tree_place (pose, place)
%TREE_PLACE  Where a place of the tables is: 3 x 1; pose is from TREE_POSES.

x = place(2:4);
if place(1) > 0
    x = pose(1:3, place(1)) + tree_turned (pose, place(1)) * x;
end

end
