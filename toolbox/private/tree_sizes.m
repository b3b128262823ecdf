function [nq, nv] = tree_sizes (table, all_joints)
%TREE_SIZES  Numbers of coordinates and velocities of each body's joint, 1 x n.
%   Those of driven joints are no unknowns: 0, unless all joints are asked for.

words = tree_words ();
joint = table.bodies(2, :) + 1;
nq = reshape (words.nq(joint), 1, []) + table.bodies(29, :);
nv = reshape (words.nv(joint), 1, []) + table.bodies(29, :);
if nargin < 2
    nq(table.motions > 0) = 0;
    nv(table.motions > 0) = 0;
end

end
