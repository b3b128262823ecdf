function [column, stem, given, value] = tree_force_vector (tree, kind, list)
%TREE_FORCE_VECTOR  'force' and 'torque' of geomsaddforce as 43 numbers, see TREE_FORCE_COLUMN.

where = ['Force element ''', kind, ''''];
given = tree_options (list(2:end), {'value', 'axes', 'name'}, where);
A = tree_point (tree, list{1}, where);
B = axes_of (tree, given, A, where);
if A(1) == 0
    error ('geoms:tree:loop', '%s: on the ground it moves nothing.', where);
elseif ~isfield (given, 'value')
    error ('geoms:tree:value', '%s needs ''value''.', where);
end
rows = 1:3 - tree.planar;
if strcmp (kind, 'torque') && tree.planar
    rows = 3;
end
[numbers, fcn] = tree_function (given.value, numel (rows), false, '''value''', where);
column = tree_force_column (A, B);
column(39 + rows) = numbers;
value = tree_force_value (rows, fcn);
stem = {kind};

end

function B = axes_of (tree, given, A, where)
B = 0;
if ~isfield (given, 'axes') || isequal (given.axes, 'world')
    return
elseif isequal (given.axes, 'body')
    B = A;
else
    B = tree_point (tree, given.axes, where);
end
end
