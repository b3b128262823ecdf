function [number, word, name, user] = tree_joint_of (tree, target, where, remedy)
%TREE_JOINT_OF  The body that 'arm' or 'arm.q2' belongs to, the word of its joint, its name, and the
%   number of coordinates of a joint 'user'; an error if the joint is driven, for nothing acts on it
%   then; remedy: what it ends in.

name = target;
if ischar (target) && any (target == '.')
    name = target(1:find (target == '.', 1) - 1);
end
if ischar (name) && tree_list_find (tree.loops, name) > 0 && tree_list_find (tree.bodies, name) == 0
    error ('geoms:tree:unknown', ['%s: ''%s'' is a joint that closes a loop, which has no coordinate. What ', ...
        'acts in it is a ''bushing'' or a ''law'' between its two bodies.'], where, name);
end
number = tree_body_number (tree, name, where);
if number == 0
    error ('geoms:tree:unknown', '%s: the ground has no joint.', where);
end
[~, part, at] = tree_list_find (tree.bodies, name);
words = tree_words ();
word = words.joints{part.table(2, at) + 1};
user = part.table(29, at);
if isempty (part.more{at}) && ~strcmp (word, 'fixed')
    error ('geoms:tree:motion', ['%s: the joint of ''%s'' moves as its ''motion'' says: no ', ...
        'force and no coupling changes that.%s'], where, name, sprintf (remedy, name));
end

end
