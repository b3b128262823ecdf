function text = tree_short_spring (sys, name, t, x)
%TREE_SHORT_SPRING  Which spring of a tree has no length, and so its force no direction, at the
%   state x where a run ended because something was not finite; '' if none has, or this is not why.

text = '';
if ~strcmp (sys.form, 'tree') || ~strcmp (name, 'NOT_FINITE') || ~all (isfinite (x(sys.index.p)))
    return
end
words = tree_words ();
kinds = words.forces(sys.tree.forces(1, :) + 1);
springs = find (strcmp (kinds, 'spring') | strcmp (kinds, 'series'));
if isempty (springs)
    return
end
pose = tree_poses (sys.tree, x(sys.index.p), t);
for i = springs
    A = tree_place (pose, sys.tree.forces(2:17, i));
    B = tree_place (pose, sys.tree.forces(18:33, i));
    if norm (A - B) <= 1e-10 * (norm (A) + norm (B))
        text = sprintf ([' Force element ''%s'': its two points coincide, so that its force ', ...
            'has no direction. Move one of them, or take the force of a ''joint'' or a ', ...
            '''bushing''.'], sys.tree.names.forces{i});
        return
    end
end

end
