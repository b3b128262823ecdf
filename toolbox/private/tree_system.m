function sys = tree_system (tree, varargin)
%TREE_SYSTEM  The system of a tree of bodies: geomssys (tree, 'parameters', names, ...), with what is
%   added to it, see TREE_OWN.
%   sys.tree has planar, gravity, the tables bodies (29 x n), loops (34 x n), forces (43 x n),
%   bushings, couplings, coupled, maps (numbers of each joint 'user', TREE_MAPS) of
%   mex/gateway/trees.c, functions of time (TREE_FUNCTIONS), the names of all, rows (letters of the
%   core for each loop), start (p, v, r as described), markers, shapes, and parameters: names, and
%   for each the table and the place in it.

given = sys_parse (varargin);
bodies = tree_list_all (tree.bodies, 29);
loops = tree_list_all (tree.loops, 34);
forces = tree_list_all (tree.forces, 43);
couplings = tree_list_all (tree.couplings, 1);
if isempty (bodies.names)
    error ('geoms:tree:empty', ['The tree has no bodies: tree = geomsaddbody (tree, ''arm'', ', ...
        '''mass'', 1, ...).']);
end
table = struct ('planar', double (tree.planar), 'gravity', tree.gravity, 'bodies', bodies.table, ...
    'loops', loops.table, 'forces', forces.table, 'bushings', [zeros(72, 0), forces.more{:}], ...
    'couplings', [couplings.table; zeros(1, numel (couplings.names))], ...
    'names', struct ('bodies', {bodies.names}, 'loops', {loops.names}, 'forces', ...
    {forces.names}, 'couplings', {couplings.names}), 'rows', {loops.more});
table = tree_functions (table, tree_list_all (tree.signals, 4));
table = tree_record_signals (table, sys_derive_wanted (given, 'mechanical'));
table = with_drawing (table, tree);
[names, table.start] = unknowns (table, bodies.more);
[table.maps, timed] = tree_maps (table, tree_list_all (tree.maps, 0));
table.forces = velocities (table);
table.coupled = coupled (table, couplings.more);
table = as_drawn (table);
table.parameters = struct ('name', {}, 'field', {}, 'at', {});

sys = struct ('type', 'geomssys', 'form', 'tree', 'dims', [], 'index', [], 'functions', ...
    struct (), 'extra', struct (), 'mass', [], 'parameters', [], 'vectorized', false, ...
    'autonomous', isempty (table.breaks) && ~timed, 'names', names, 'reduced', false, 'terms', {{}}, ...
    'library', '', 'symbol', '', 'has', struct ('jac', false), 'diagonal', false, ...
    'has_parameters', false, 'tree', table, 'own', [], 'derive', sys_derive_off (), ...
    'pattern', pattern_off ());
if isfield (given, 'parameters')
    [sys.tree.parameters, sys.parameters] = tree_parameters (table, given.parameters);
    sys.has_parameters = true;
end
[sys.dims, light] = gate_call ('treedims', sys.tree);
tree_light (names.v, light);
sys.derive.wanted = sys_derive_wanted (given, 'mechanical');
sys.own = tree_own (table, tree_list_all (tree.laws, 1), given, sys.dims);
if isempty (sys.own) || ~sys.own.forces
    tree_massless (table, 'geomssys');
end
if ~isempty (sys.own)
    sys = with_own (sys);
end
check_moving (sys.dims, table);
sys.index = sys_index (sys.dims);
check_names (sys);

end

% something is left to be found
function check_moving (d, table)
if d.nv > 0 || d.nl + d.nm == 0 && d.nr + d.nw + d.ns > 0
    return
end
driven = table.names.bodies(table.motions > 0);
if isempty (driven)
    error ('geoms:tree:driven', ['geomssys: all joints of the tree are ''fixed'': nothing ', ...
        'moves. Give a body another joint.']);
end
list = sprintf ('''%s'', ', driven{1:min(end, 5)});
if numel (driven) > 5
    list = sprintf ('%s... (%d), ', list, numel (driven));
end
error ('geoms:tree:driven', ['geomssys: all joints that move are driven (%s): their ', ...
    '''motion'' leaves nothing to be found. For the forces that it takes (inverse dynamics) ', ...
    'add a body that touches none of them, geomsaddbody (tree, ''idle'', ''joint'', ', ...
    '''prismatic'', ''mass'', 1), run geoms, and ask geomsreaction (sol, sys, ''%s'').'], ...
    list(1:end - 2), driven{1});
end

% sizes, names and start of the whole
function sys = with_own (sys)
own = sys.own.system;
sys.names = own_names (sys.names, own);
if own.dims.nr > 0
    sys.tree.start.r = zeros (sys.dims.nr + own.dims.nr, 1);
end
sys.dims = tree_own_dims (sys.dims, own.dims);
sys.reduced = own.reduced;
sys.autonomous = sys.autonomous && own.autonomous && isempty (sys.own.laws);
end

% those of the tree, then the user's, or 'constraint 1', 'dynamics 2'
function names = own_names (names, own)
list = {'lambda', 'nl', 'constraint'; 'mu', 'nm', 'nonholonomic'; 'r', 'nr', 'dynamics'; ...
    'w', 'nw', 'auxiliary'; 's', 'ns', 'contact'};
for i = 1:5
    [block, count, word] = list{i, :};
    more = arrayfun (@(k) sprintf ('%s %d', word, k), 1:own.dims.(count), 'UniformOutput', false);
    if isstruct (own.names) && isfield (own.names, block)
        more = reshape (own.names.(block), 1, []);
    end
    if isfield (names, block)
        names.(block) = [names.(block), more];
    elseif ~isempty (more)
        names.(block) = more;
    end
end
end

% what results need: markers (names, 14 x n), shapes (a cell for each body, empty: the default)
function table = with_drawing (table, tree)
markers = tree_list_all (tree.markers, 14);
table.markers = struct ('names', {markers.names}, 'table', markers.table);
shapes = tree_list_all (tree.shapes, 0);
table.shapes = cell (1, numel (table.names.bodies));
[~, at] = ismember (shapes.names, table.names.bodies);
table.shapes(at) = shapes.more;
end

% names of p, v, r, lambda, mu; p, v, r at the start
function [names, start] = unknowns (table, more)
words = tree_words ();
joint = table.bodies(2, :) + 1;
[nq, nv] = tree_sizes (table);
q = cumsum ([0, nq]);
k = cumsum ([0, nv]);
p = cell (1, q(end));
v = cell (1, k(end));
start = struct ('p', zeros (q(end), 1), 'v', zeros (k(end), 1));
kinds = [joint; table.bodies(29, :)];
for kind = unique (kinds(:, table.motions == 0)', 'rows')'
    [own_p, own_v] = tree_coordinates (words.joints{kind(1)}, kind(2));
    of = find (joint == kind(1) & table.bodies(29, :) == kind(2) & table.motions == 0);
    values = [more{of}];
    for i = 1:numel (own_p)
        p(q(of) + i) = strcat (table.names.bodies(of), ['.', own_p{i}]);
        start.p(q(of) + i) = values(i, :);
    end
    for i = 1:numel (own_v)
        v(k(of) + i) = strcat (table.names.bodies(of), ['.', own_v{i}]);
        start.v(k(of) + i) = values(numel (own_p) + i, :);
    end
end
[lambda, mu] = row_names (table);
names = struct ('p', {p}, 'v', {v}, 'lambda', {lambda});
if ~isempty (mu)
    names.mu = mu;
end
series = strcmp ('series', words.forces(table.forces(1, :) + 1));
if any (series)
    names.r = strcat (table.names.forces(series), '.r');
    start.r = zeros (sum (series), 1);
end
end

% 'P6: coincide x', 'P6: across 1' for the letters of the core, see geoms_tree.h; large ones are mu
function [lambda, mu] = row_names (table)
lambda = cell (1, 0);
mu = cell (1, 0);
list = {'c', 'coincide x'; 'd', 'coincide y'; 'e', 'coincide z'; 'x', 'along x'; 'y', 'along y'; ...
    'z', 'along z'; 'l', 'distance'; 'w', 'contact'; 'o', 'contact'; 'X', 'slip x'; ...
    'U', 'slip x'; 'Y', 'slip y'; 'V', 'slip y'; 'K', 'slip'};
for i = 1:numel (table.rows)
    across = 0;
    for letter = table.rows{i}
        at = strcmp (letter, list(:, 1));
        if any (at)
            text = list{at, 2};
        else
            across = across + 1;
            text = sprintf ('across %d', across);
        end
        text = sprintf ('%s: %s', table.names.loops{i}, text);
        if letter == lower (letter)
            lambda{end + 1} = text; %#ok<AGROW>
        else
            mu{end + 1} = text; %#ok<AGROW>
        end
    end
end
lambda = [lambda, strcat(table.names.couplings, ': coupling')];
end

% of a force in a joint: number in v, from the body and the number there
function forces = velocities (table)
forces = table.forces;
[~, nv] = tree_sizes (table);
before = cumsum ([0, nv]);
for i = reshape (find (forces(34, :) > 0), 1, [])
    forces(34, i) = before(forces(2, i)) + forces(34, i);
    forces(2, i) = 0;
end
end

% [coupling; number in v; coefficient], from bodies and the numbers there
function all_of_them = coupled (table, more)
[~, nv] = tree_sizes (table);
before = cumsum ([0, nv]);
for i = 1:numel (more)
    m = more{i};
    more{i} = [i * ones(1, size (m, 2)); before(m(1, :)) + m(2, :); m(3, :)];
end
all_of_them = [zeros(3, 0), more{:}];
end

% what is NaN in the tables, from the position in which the bodies are described
function table = as_drawn (table)
loops = any (isnan (table.loops), 1);
forces = any (isnan (table.forces), 1);
if ~any (loops) && ~any (forces)
    return
end
pose = tree_poses (table, table.start.p, 0);
for i = reshape (find (loops), 1, [])
    table.loops(:, i) = drawn_loop (table, pose, table.loops(:, i), table.names.loops{i});
end
for i = reshape (find (forces), 1, [])
    table.forces(:, i) = drawn_force (pose, table.forces(:, i));
end
end

function column = drawn_loop (table, pose, column, name)
A = column(2:17);
B = column(18:33);
if isnan (column(34))
    column(34) = distance (pose, A, B);
    if column(34) <= 1e-10 * (norm (tree_place (pose, A)) + norm (tree_place (pose, B)))
        error ('geoms:tree:length', ['Joint ''%s'': the points of the rod coincide as drawn: ', ...
            'its length is 0. Give ''length'', or other ''q'' of the bodies; points that ', ...
            'always coincide are a ''revolute'' or ''spherical'' joint.'], name);
    end
end
if isnan (B(5))
    axes = axes_in (pose, A, B);
    if any (B(14:16))
        axes = tree_axes_near (axes, B(14:16), table.planar);
    end
    B(5:13) = axes(:);
    B(14:16) = 0;
end
column(18:33) = B;
end

function column = drawn_force (pose, column)
A = column(2:17);
B = column(18:33);
if isnan (column(37))
    column(37) = distance (pose, A, B);
end
if isnan (B(5))
    column(22:30) = reshape (axes_in (pose, A, B), 9, 1);
end
end

% the axes of place A in the body of place B
function axes = axes_in (pose, A, B)
axes = tree_turned (pose, B(1))' * tree_turned (pose, A(1)) * reshape (A(5:13), 3, 3);
end

function L = distance (pose, A, B)
L = norm (tree_place (pose, B) - tree_place (pose, A));
end
