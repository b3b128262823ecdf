function sys = tree_set_parameters (sys, q)
%TREE_SET_PARAMETERS  The system of a tree with other values of its parameters, checked.

list = sys.tree.parameters;
if ~isnumeric (q) || ~isreal (q) || numel (q) ~= numel (list) || ~all (isfinite (q(:)))
    error ('geoms:tree:parameter', ['The parameters must be %d real and finite numbers (%s), ', ...
        'not %s.'], numel (list), strjoin ({list.name}, ', '), check_described (q));
end
q = double (full (q(:)));
for i = 1:numel (list)
    positive = ~isempty (regexp (list(i).name, '\.(mass|speed)$', 'once')) ...
        || (strcmp (list(i).field, 'loops'));
    if positive && q(i) < 0
        error ('geoms:tree:parameter', 'The parameter ''%s'' is %g; it must not be negative.', ...
            list(i).name, q(i));
    end
    numbers = sys.tree.(list(i).field);
    numbers(list(i).at) = q(i);
    sys.tree.(list(i).field) = numbers;
end
tree_inertias (sys.tree.bodies, sys.tree.names.bodies, sys.tree.planar);
tree_massless (sys.tree, 'geomssys');
sys.parameters = q;

end
