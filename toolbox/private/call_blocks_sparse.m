function fcn = call_blocks_sparse (sys)
%CALL_BLOCKS_SPARSE  The blocks of the mechanical form as one function of t and x, with the values of
%   patterns in the place of matrices, see PATTERN_FIND: one column for each point,
%   [M; Z; f; g; G; gI; gII - G Z v'; h; H; hI - H Z v'; b; d; c; e]. A vectorized function returns the
%   matrices of k points side by side, r x c*k, or one for all of them.

roles = sys_roles ();
roles = roles(~cellfun (@isempty, {roles.letter}));
e = struct ('sys', sys, 'roles', {roles}, 'sizes', sys_sizes (sys), 'pattern', struct ());
for letter = {'M', 'Z', 'G', 'H'}
    [i, j] = find (sys.pattern.(letter{1}));
    [m, n] = size (sys.pattern.(letter{1}));
    e.pattern.(letter{1}) = struct ('i', i(:), 'j', j(:), 'm', m, 'n', n);
end
e.model = isfield (sys.functions, 'model');
fcn = @(t, x) blocks (t, x, e);

end

function B = blocks (t, x, e)
k = numel (t);
if e.sys.vectorized || k == 1
    B = columns (t, x, e);
    return
end
B = cell (1, k);
for j = 1:k
    B{j} = columns (t(j), x(:, j), e);
end
B = horzcat (B{:});
end

% of one point, or of all of a vectorized system
function B = columns (t, x, e)
k = numel (t);
sys = e.sys;
point = {t, x(sys.index.p, :), x(sys.index.v, :), call_z(sys.index, x)};
y = struct ();
if e.model
    y = call_user (sys, 'model', point{:});
end
parts = cell (numel (e.roles), 1);
for i = 1:numel (e.roles)
    role = e.roles(i);
    name = role.name;
    letter = role.letter;
    if isfield (sys.functions, name)
        takes_v = strncmp (role.mechanical, 't,p,v', 5);
        value = call_user (sys, name, point{[true, true, takes_v, true]});
    elseif isfield (y, letter)
        value = y.(letter);
    elseif strcmp (letter, 'gI') && sys.dims.nl > 0
        value = velocity (parts, point{3}, e, k);
    else
        continue
    end
    if strcmp (role.columns, '0')
        [m, ~] = sys_shape (role, e.sizes);
        need_size (name, value, m, k);
        parts{i} = value;
    else
        parts{i} = values_of (name, value, e.pattern.(letter), k, letter);
    end
end
B = full (vertcat (parts{:}));
end

function need_size (name, value, m, k)
if ~isequal (size (value), [m, k]) || ~isa (value, 'double')
    check_size (name, value, [m, k], 'geoms:callback:size');
end
end

% gI = G Z v
function gI = velocity (parts, v, e, k)
letters = {e.roles.letter};
G = parts{strcmp(letters, 'G')};
Z = parts{strcmp(letters, 'Z')};
gI = zeros (e.sizes.nl, k);
for j = 1:k
    u = v(:, j);
    if ~isempty (Z)
        u = matrix (e.pattern.Z, Z(:, j)) * u;
    end
    gI(:, j) = matrix (e.pattern.G, G(:, j)) * u;
end
end

function A = matrix (p, values)
A = sparse (p.i, p.j, values, p.m, p.n);
end

% the values of a pattern, a column for each point
function V = values_of (name, A, p, k, letter)
if strcmp (letter, 'M') && size (A, 1) == p.m && size (A, 2) == k && (p.n ~= k || k == 1 && p.m > 1)
    V = diagonals (A, p, k);
    return
end
A = reshape (A, size (A, 1), []);
if size (A, 1) ~= p.m || ~any (size (A, 2) == [p.n, p.n * k]) || ~isa (A, 'double')
    check_size (name, A, [p.m, p.n * k], 'geoms:callback:size');
end
each = size (A, 2) == p.n * k;
V = zeros (numel (p.i), k);
for j = 1:k
    if each || j == 1
        V(:, j) = picked (name, A(:, (j - 1) * p.n * (k > 1) + (1:p.n)), p);
    else
        V(:, j) = V(:, 1);
    end
end
end

function V = diagonals (A, p, k)
V = zeros (numel (p.i), k);
on = p.i == p.j;
V(on, :) = A(p.j(on), :);
end

% the values of one matrix; an entry that the pattern does not have is an error
function v = picked (name, A, p)
[i, j, a] = find (A);
if numel (a) == numel (p.i) && isequal (i(:), p.i) && isequal (j(:), p.j)
    v = a(:);
    return
end
[there, at] = ismember (i(:) + p.m * (j(:) - 1), p.i + p.m * (p.j - 1));
if ~all (there)
    bad = find (~there, 1);
    error ('geoms:callback:pattern', ['%s has an entry (%d,%d) = %g, which it had at none of the states ', ...
        'at which its entries were looked for: name it in ''pattern'' of geomssys, or say ''pattern'', ', ...
        '''off''.'], name, i(bad), j(bad), a(bad));
end
v = zeros (numel (p.i), 1);
v(at) = a;
end
