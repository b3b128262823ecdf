function [body, number, name] = tree_coordinate (tree, target, where, remedy)
%TREE_COORDINATE  The body of a coordinate 'arm.q' or 'arm.q2', its number among the velocities of
%   the joint, and its full name; the name of the body stands for its only coordinate; remedy: see
%   TREE_JOINT_OF.

[body, word, owner, user] = tree_joint_of (tree, target, where, remedy);
[p, v] = tree_coordinates (word, user);
full = strcat (owner, '.', p);
if ~strcmp (target, owner)
    number = find (strcmp (target, full));
    if isempty (number)
        error ('geoms:tree:unknown', '%s: the joint of ''%s'' has no coordinate ''%s''. %s', ...
            where, owner, target, check_nearest (target, full));
    end
elseif numel (p) == 1
    number = 1;
elseif isempty (p)
    error ('geoms:tree:unknown', '%s: the joint of ''%s'' is fixed.', where, owner);
else
    error ('geoms:tree:unknown', ['%s: the joint of ''%s'' has several coordinates; say which ', ...
        'one: %s.'], where, owner, strjoin (full, ', '));
end
if numel (p) > numel (v) && number > numel (p) - 4
    error ('geoms:tree:value', ['%s: a quaternion has no coordinates that mean anything one ', ...
        'by one: take universal and revolute joints.'], where);
end
name = full{number};

end
