function own = tree_own (table, laws, given, dims)
%TREE_OWN  What geomssys (tree, ...) adds to a tree: [], or a struct with
%     system   a system in mechanical form, with the p, v and Z of the tree and M = 1, whose functions
%              and further unknowns are the user's
%     rows     where the unknowns of that system are among those of the whole
%     laws     of geomsaddforce: struct array with name, fcn, bodies (numbers), fields (their names
%              in X), takes_q
%     planar   as of the tree
%     forces   whether it acts on the bodies
%     law      laws as recorded, see TREE_LAWS, where the system is derived; else []
%     added    names of the functions that were given
%   given    names and values, see SYS_PARSE;   dims: of the tree alone

own = [];
has = fieldnames (given);
functions = setdiff (has, {'parameters', 'names', 'vectorized', 'autonomous', 'dims', 'derive'});
if isempty (functions) && isempty (laws.names)
    refuse_idle (has);
    return
end
check_few (dims);
refuse_foreign (has);
own = struct ('system', described (table, given, dims), 'rows', [], 'laws', ...
    laws_of (laws, isfield (given, 'parameters')), 'planar', table.planar ~= 0, 'forces', ...
    isfield (given, 'force') || ~isempty (laws.names), 'law', [], 'added', {reshape(functions, 1, [])});
own.rows = rows_of (own.system.dims, dims);
if ~isempty (own.laws)
    try_laws (own, table);
end
own = tree_own_derive (own, table);

end

% options that say something of functions that there are not
function refuse_idle (has)
bad = intersect (has, {'names', 'vectorized', 'autonomous', 'dims'});
if ~isempty (bad)
    error ('geoms:system:mixed', ['geomssys (tree, ...): ''%s'' says something of functions that ', ...
        'are added to the tree, and none is.'], bad{1});
end
end

function refuse_foreign (has)
roles = sys_roles ();
own = {roles(~cellfun (@isempty, {roles.mechanical})).name};
bad = [setdiff(has, own), intersect(has, {'mass', 'kinematics', 'model', 'pattern'})];
if ~isempty (bad)
    error ('geoms:system:mixed', ['geomssys (tree, ...) has no ''%s'': masses and coordinates are ', ...
        'those of the bodies; ''force'', ''constraint'', ''nonholonomic'', ''dynamics'', ', ...
        '''auxiliary'', ''contact'', ''invariant'', ''condition'' add to them.'], bad{1});
end
end

% sizes are found by calling
function sys = described (table, given, dims)
given.mass = eye (dims.nv);
if ~isfield (given, 'force')
    given.force = @(t, p, v) zeros (dims.nv, numel (t));
end
if dims.np > dims.nv
    given.kinematics = @(t, p) tree_kinematics (table, p);
end
if isfield (given, 'names')
    check_own_names (given.names);
end
if ~isfield (given, 'dims')
    given.dims = struct ();
end
given.dims.np = dims.np;
given.dims.nv = dims.nv;
for pair = {'dynamics', 'auxiliary', 'contact'; 'nr', 'nw', 'ns'; 'r', 'w', 's'}
    if isfield (given, pair{1}) && ~isfield (given.dims, pair{2})
        error ('geoms:system:missing', ['geomssys (tree, ...): ''%s'' needs the size of %s, ', ...
            '''dims'', struct (''%s'', ...).'], pair{1}, pair{3}, pair{2});
    end
end
if isfield (given, 'parameters')
    given.parameters = tree_parameter_values (table, given.parameters);
end
sys = sys_describe (given);
status = sys.derive.status;
sys.derive.status = 'off';    % later, when laws are known to work
sys = tree_own_measure (sys, table);
sys.derive.status = status;
end

function values = tree_parameter_values (table, names)
[~, values] = tree_parameters (table, names);
end

function check_own_names (names)
if isstruct (names) && any (isfield (names, {'p', 'v'}))
    error ('geoms:system:names', ['geomssys (tree, ...): p and v are named by the bodies; ', ...
        '''names'' are those of the r, w, s, lambda and mu that are added.']);
end
end

% behind those of the tree of the same kind
function rows = rows_of (own, tree)
all_of_them = tree_own_dims (tree, own);
index = sys_index (all_of_them);
rows = [index.w, index.lambda(tree.nl + 1:end), index.mu(tree.nm + 1:end), ...
    index.r(tree.nr + 1:end), index.v, index.s, index.p];
end

function list = laws_of (laws, has_parameters)
list = struct ('name', laws.names, 'fcn', [], 'bodies', [], 'fields', [], 'takes_q', false);
for i = 1:numel (list)
    law = laws.more{i};
    if law.takes_q && ~has_parameters
        error ('geoms:system:arity', ['Law ''%s'' takes a fifth argument, the parameters, and the ', ...
            'system has none: geomssys (tree, ''parameters'', {...}).'], list(i).name);
    end
    list(i).fcn = law.fcn;
    list(i).bodies = law.bodies;
    list(i).fields = law.fields;
    list(i).takes_q = law.takes_q;
end
end

% once where the bodies are drawn, at rest
function try_laws (own, table)
motion = tree_drawn_motions (own, table);
x = zeros (max (own.rows), 1);
x(own.rows(own.system.index.p)) = table.start.p;
sys = own.system;
tree_own_blocks (0, x, motion(:), own, @(t, x) zeros (numel (sys.index.v), 1), 0);
end
