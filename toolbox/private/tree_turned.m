function R = tree_turned (pose, body)
%TREE_TURNED  Rotation of a body, from its axes to those of the ground; body 0 is the ground.

R = eye (3);
if body > 0
    R = reshape (pose(4:12, body), 3, 3);
end

end
