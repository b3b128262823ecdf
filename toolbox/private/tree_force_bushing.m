function [column, stem, given, value] = tree_force_bushing (tree, kind, list)
%TREE_FORCE_BUSHING  'bushing' of geomsaddforce as 43 numbers, see TREE_FORCE_COLUMN, and K, D as
%   value.matrices. NaN in the axes of B: as drawn.

where = ['Force element ''', kind, ''''];
value = tree_force_value ();
if numel (list) < 2
    error ('geoms:arguments:number', '%s needs two frames.', where);
end
given = tree_options (list(3:end), {'stiffness', 'damping', 'name'}, where);
tree_needs_one (given, {'stiffness', 'damping'}, where);
[A, B, ~, own_axes] = tree_two_points (tree, list, where);
if ~own_axes
    B(5:13) = NaN;
end
K = matrix (given, 'stiffness', tree.planar, where);
D = matrix (given, 'damping', tree.planar, where);
value.matrices = [K(:); D(:)];
column = tree_force_column (A, B);
stem = {'bushing'};

end

% 6 x 6, symmetric; of a planar tree along x, y, about z
function K = matrix (given, name, planar, where)
K = zeros (6);
if ~isfield (given, name)
    return
end
rows = 1:6;
if planar
    rows = [1 2 6];
end
n = numel (rows);
value = given.(name);
if isnumeric (value) && isequal (size (value), [n n])
    A = reshape (tree_numbers (value(:), n * n, ['''', name, ''''], where), n, n);
    if norm (A - A', 1) > 1e-10 * norm (A, 1)
        error ('geoms:tree:value', '%s: ''%s'' is not symmetric.', where, name);
    end
elseif isnumeric (value) && numel (value) == n
    A = diag (tree_numbers (value, n, ['''', name, ''''], where));
else
    error ('geoms:tree:value', ['%s: ''%s'' must be %d numbers or a %d x %d matrix, ', ...
        'translations first, not %s.'], where, name, n, n, n, check_described (value));
end
K(rows, rows) = (A + A') / 2;
end
