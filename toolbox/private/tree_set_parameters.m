function sys = tree_set_parameters (sys, q)
%TREE_SET_PARAMETERS  The system of a tree with other values of its parameters, checked. Those
%   without a field are the user's own, and no numbers of the tables.

list = sys.tree.parameters;
if ~isnumeric (q) || ~isreal (q) || numel (q) ~= numel (list) || ~all (isfinite (q(:)))
    error ('geoms:tree:parameter', ['The parameters must be %d real and finite numbers (%s), ', ...
        'not %s.'], numel (list), strjoin ({list.name}, ', '), check_described (q));
end
q = double (full (q(:)));
for i = reshape (find (~cellfun ('isempty', {list.field})), 1, [])
    check_sign (sys.tree, list(i), q(i));
    numbers = sys.tree.(list(i).field);
    numbers(list(i).at) = q(i);
    sys.tree.(list(i).field) = numbers;
end
tree_inertias (sys.tree.bodies, sys.tree.names.bodies, sys.tree.planar);
if isempty (sys.own) || ~sys.own.forces
    tree_massless (sys.tree, 'geomssys');
end
check_limits (sys.tree);
[~, light] = gate_call ('treedims', sys.tree);
tree_light (sys.names.v, light);
sys.parameters = q;
if ~isempty (sys.own)
    sys.own = tree_own_again (sys.own, sys.tree, q);
end

end

% of masses, lengths, and what force elements divide by or what pushes in one direction only
function check_sign (tree, one, value)
place = regexprep (one.name, '^.*\.', '');
kind = '';
if strcmp (one.field, 'forces')
    words = tree_words ();
    kind = words.forces{tree.forces(1, floor ((one.at - 1) / 43) + 1) + 1};
end
positive = strcmp (kind, 'series') && any (strcmp (place, {'stiffness', 'damping'})) ...
    || strcmp (kind, 'stop') && strcmp (place, 'stiffness') || strcmp (place, 'speed') ...
    || strcmp (one.field, 'loops');
negative = ~(positive || strcmp (place, 'mass') || strcmp (kind, 'stop') ...
    && strcmp (place, 'damping'));
if positive && value <= 0
    error ('geoms:tree:parameter', 'The parameter ''%s'' is %g; it must be positive.', one.name, ...
        value);
elseif ~negative && value < 0
    error ('geoms:tree:parameter', 'The parameter ''%s'' is %g; it must not be negative.', ...
        one.name, value);
end
end

function check_limits (tree)
words = tree_words ();
stops = strcmp ('stop', words.forces(tree.forces(1, :) + 1));
bad = find (stops & ~(tree.forces(37, :) < tree.forces(43, :)), 1);
if ~isempty (bad)
    error ('geoms:tree:parameter', 'Force element ''%s'': the limit lower is not below upper.', ...
        tree.names.forces{bad});
end
end
