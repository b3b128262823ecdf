function [table, stem, given, value] = tree_force_joint (tree, kind, list)
%TREE_FORCE_JOINT  'joint' of geomsaddforce as 43 numbers for each velocity: TREE_FORCE_COLUMN.
%   velocity counts within the body, whose number stands in the place A; TREE_SYSTEM makes it the
%   number in v.

where = ['Force element ''', kind, ''''];
given = tree_options (list(2:end), {'stiffness', 'rest', 'damping', 'friction', 'speed', ...
    'torque', 'name'}, where);
[body, word, name, user] = tree_joint_of (tree, list{1}, where, '');
[velocity, stem] = velocities (word, user, list{1}, name, given, where);
tree_needs_one (given, {'stiffness', 'damping', 'friction', 'torque'}, where);
column = tree_force_column (body);
column(35) = tree_constant (given, 'stiffness', where);
column(36) = tree_constant (given, 'damping', where);
column(37) = tree_option_number (given, 'rest', 0, where);
column(38) = tree_option_number (given, 'friction', 0, where);
column(39) = tree_option_number (given, 'speed', 1e-3, where);
torque = 0;
if isfield (given, 'torque')
    torque = given.torque;
end
[column(40), fcn] = tree_function (torque, 1, false, '''torque''', where);
value = tree_force_value (1, fcn);
if column(39) <= 0
    error ('geoms:tree:value', '%s: ''speed'' is %g; it must be positive.', where, column(39));
end
table = column(:, ones (1, numel (velocity)));
table(34, :) = velocity;

end

function [velocity, stem] = velocities (word, user, target, name, given, where)
[~, v] = tree_coordinates (word, user);
full = strcat (name, '.', v);
velocity = 1:numel (v);
stem = full;
if ~strcmp (target, name)
    velocity = find (strcmp (target, full));
    stem = full(velocity);
    if isempty (velocity)
        error ('geoms:tree:unknown', '%s: the joint of ''%s'' has no velocity ''%s''. %s', ...
            where, name, target, check_nearest (target, full));
    end
elseif isempty (v)
    error ('geoms:tree:unknown', '%s: the joint of ''%s'' is fixed; no force moves it.', where, ...
        name);
elseif numel (v) > 1 && any (isfield (given, {'stiffness', 'rest', 'torque'}))
    error ('geoms:tree:unknown', ['%s: the joint of ''%s'' has several velocities; say which ', ...
        'one: %s.'], where, name, strjoin (full, ', '));
elseif numel (v) == 1
    stem = {name};
end
if any (cellfun (@(c) c(1) == 'w', v(velocity))) && any (isfield (given, {'stiffness', 'rest'}))
    error ('geoms:tree:value', ['%s: a rotation by a quaternion has no coordinate on ', ...
        'which ''stiffness'' could act: take universal and revolute joints, ', ...
        'or ''damping'' alone.'], where);
end
end
