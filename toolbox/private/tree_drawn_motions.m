function motion = tree_drawn_motions (own, table)
%TREE_DRAWN_MOTIONS  R, x, x', w (18 x bodies) of the bodies that laws push, as drawn, at rest.

pose = tree_poses (table, table.start.p, 0);
motion = zeros (18, 0);
for body = [own.laws.bodies]
    R = tree_turned (pose, body);
    x = tree_place (pose, [body; zeros(3, 1); reshape(eye (3), 9, 1); zeros(3, 1)]);
    motion(:, end + 1) = [R(:); x; zeros(6, 1)]; %#ok<AGROW>
end

end
