function tree_flipped (sys, p, t)
%TREE_FLIPPED  Raises an error if a joint that closes a loop is half a turn off at time t.
%   Rows across axes are 0 there, too:  z_A.z_B > 0 is wanted, and x_A.x_B > 0 without rotation.

tree = sys.tree;
turned = find (cellfun (@(letters) any (letters == 'p') || strcmp (letters, 'cdr'), tree.rows));
if isempty (turned)
    return
end
pose = tree_poses (tree, p, t);
for i = turned
    A = tree.loops(2:17, i);
    B = tree.loops(18:33, i);
    RA = tree_turned (pose, A(1)) * reshape (A(5:13), 3, 3);
    RB = tree_turned (pose, B(1)) * reshape (B(5:13), 3, 3);
    letters = tree.rows{i};
    cosine = [Inf, Inf];
    if any (letters == 'p')
        cosine(1) = RA(:, 3)' * RB(:, 3);
    end
    if any (letters == 'r')
        cosine(2) = RA(:, 1)' * RB(:, 1);
    end
    [least, which] = min (cosine);
    if least < 0
        axes = {'axes', 'x axes'};
        error ('geoms:tree:flipped', ['The joint ''%s'' is flipped at the start: the %s of ', ...
            'its two sides make an angle of %.4g degrees, and the rows that make them ', ...
            'parallel hold at 180, too. Start with less than 90 degrees, or ', ...
            'turn ''axisB'' round.'], tree.names.loops{i}, axes{which}, acos (max (least, ...
            -1)) * 180 / pi);
    end
end

end
