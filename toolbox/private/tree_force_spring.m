function [column, stem, given, value] = tree_force_spring (tree, kind, list)
%TREE_FORCE_SPRING  'spring' and 'series' of geomsaddforce as 43 numbers: TREE_FORCE_COLUMN. The
%   length is NaN: as drawn.

where = ['Force element ''', kind, ''''];
value = tree_force_value ();
if numel (list) < 2
    error ('geoms:arguments:number', '%s needs two points.', where);
end
given = tree_options (list(3:end), {'stiffness', 'damping', 'length', 'name'}, where);
[A, B] = tree_two_points (tree, list, where);
column = tree_force_column (A, B);
if strcmp (kind, 'series')
    column(35) = tree_positive (given, 'stiffness', where);
    column(36) = tree_positive (given, 'damping', where);
else
    tree_needs_one (given, {'stiffness', 'damping'}, where);
    column(35) = tree_constant (given, 'stiffness', where);
    column(36) = tree_constant (given, 'damping', where);
end
column(37) = tree_option_number (given, 'length', NaN, where);
stem = {kind};

end
