function [column, stem, given, value] = tree_force_stop (tree, kind, list)
%TREE_FORCE_STOP  'stop' of geomsaddforce as 43 numbers, see TREE_FORCE_SPRING; velocity as in
%   TREE_FORCE_JOINT, length and upper are the limits.

where = ['Force element ''', kind, ''''];
value = tree_force_value ();
if numel (list) < 2
    error ('geoms:arguments:number', '%s needs a joint and limits.', where);
end
given = tree_options (list(3:end), {'stiffness', 'damping', 'name'}, where);
[body, number] = tree_coordinate (tree, list{1}, where, '');
limits = list{2};
if ~isnumeric (limits) || ~isreal (limits) || numel (limits) ~= 2 || ~(limits(1) < limits(2))
    error ('geoms:tree:value', ['%s: the limits must be [lower upper] with lower < upper ', ...
        '(-Inf or Inf: none), not %s.'], where, check_described (limits));
end
limits = max (min (double (full (limits)), realmax), -realmax);
column = tree_force_column (body);
column(34) = number;
column(35) = tree_positive (given, 'stiffness', where);
column(36) = tree_option_number (given, 'damping', 0, where);
column([37 43]) = limits;
if column(36) < 0
    error ('geoms:tree:value', '%s: ''damping'' is %g; it must not be negative.', where, ...
        column(36));
end
stem = {'stop'};

end
