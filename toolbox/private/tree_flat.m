function tree_flat (sys, p, t)
%TREE_FLAT  Raises an error if a wheel lies flat on its plane at time t, where no point of its rim
%   is the lowest: sin (axis, normal) < 1e-3, as in the core.

tree = sys.tree;
wheels = find (cellfun (@(letters) any (letters == 'w'), tree.rows));
if isempty (wheels)
    return
end
pose = tree_poses (tree, p, t);
for i = wheels
    z = zeros (3, 2);
    for side = 1:2
        place = tree.loops((1:16) + 16 * side - 15, i);
        z(:, side) = tree_turned (pose, place(1)) * place(11:13);
    end
    if ~(norm (cross (z(:, 1), z(:, 2))) > 1e-3)
        error ('geoms:tree:flat', ['The wheel of the joint ''%s'' lies flat on its plane at ', ...
            'the start: its axis is parallel to the normal, and no point of its rim is the ', ...
            'lowest. Start with another position, or look at ''axis'' (default ''y'', in the ', ...
            'axes of the wheel) and ''normal''.'], tree.names.loops{i});
    end
end

end
