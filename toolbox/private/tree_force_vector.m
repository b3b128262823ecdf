function [column, stem, given] = tree_force_vector (tree, kind, list)
%TREE_FORCE_VECTOR  'force' and 'torque' of geomsaddforce as 42 numbers, see TREE_FORCE_SPRING.

where = ['Force element ''', kind, ''''];
given = tree_options (list(2:end), {'value', 'axes', 'name'}, where);
A = tree_point (tree, list{1}, where);
B = axes_of (tree, given, A, where);
if A(1) == 0
    error ('geoms:tree:loop', '%s: on the ground it moves nothing.', where);
elseif ~isfield (given, 'value')
    error ('geoms:tree:value', '%s needs ''value''.', where);
end
if strcmp (kind, 'torque') && tree.planar
    value = [0; 0; tree_numbers(given.value, 1, '''value''', where)];
else
    value = tree_vector (given.value, tree.planar, '''value''', where);
end
column = [0; A; B; zeros(9, 1)];
column(40:42) = value;
stem = {kind};

end

function B = axes_of (tree, given, A, where)
B = [0; zeros(3, 1); reshape(eye (3), 9, 1); zeros(3, 1)];
if ~isfield (given, 'axes') || isequal (given.axes, 'world')
    return
elseif isequal (given.axes, 'body')
    B = A;
else
    B = tree_point (tree, given.axes, where);
end
end
