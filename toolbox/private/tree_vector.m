function x = tree_vector (value, planar, name, where)
%TREE_VECTOR  A point or direction as 3 x 1: [x y z], in a planar tree [x y].

x = [tree_numbers(value, 3 - planar, name, where); zeros(planar, 1)];

end
