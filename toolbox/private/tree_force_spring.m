function [column, stem, given] = tree_force_spring (tree, kind, list)
%TREE_FORCE_SPRING  'spring' of geomsaddforce as 42 numbers: kind (set by the caller), A and B (16
%   each), velocity, stiffness, damping, length (NaN: as drawn), friction, slow, value (3).

where = ['Force element ''', kind, ''''];
if numel (list) < 2
    error ('geoms:arguments:number', '%s needs two points.', where);
end
given = tree_options (list(3:end), {'stiffness', 'damping', 'length', 'name'}, where);
A = tree_point (tree, list{1}, where);
B = tree_point (tree, list{2}, where);
if A(1) == B(1)
    error ('geoms:tree:loop', '%s: both points belong to the same body: it moves nothing.', where);
end
column = [0; A; B; zeros(9, 1)];
column(35) = tree_option_number (given, 'stiffness', 0, where);
column(36) = tree_option_number (given, 'damping', 0, where);
column(37) = NaN;
if isfield (given, 'length')
    column(37) = tree_option_number (given, 'length', 0, where);
end
stem = {'spring'};

end
