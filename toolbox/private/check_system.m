function numbers = check_system (sys)
%CHECK_SYSTEM  Raises an error unless sys comes from geomssys.
%   What was changed in it by hand must still fit together; a system that is as geomssys has made it,
%   see SYS_MARK, is looked at no further: but for its functions. numbers: its digest, by which SYS_KNOWN
%   knows it; [] where it is not as geomssys has made it, or may change without a trace.

numbers = [];
if isstruct (sys) && numel (sys) == 1 && isfield (sys, 'mark')
    [numbers, same] = as_made (sys);
    if same
        return
    end
end
if tree_is_tree (sys)
    error ('geoms:system:sys', ['This is a tree of bodies: its system is sys = geomssys ', ...
        '(tree), for all functions that want one: geoms (geomssys (tree), [0 10]).']);
end
if ~isstruct (sys) || numel (sys) ~= 1 || ~isfield (sys, 'type') || ~is_word (sys.type, {'geomssys'})
    error ('geoms:system:sys', ['The system must be what geomssys returns, not a %s: ', ...
        'sys = geomssys (''mass'', M, ''force'', @(t,p,v) ..., ...).'], class (sys));
end
list = {
    'form', @(c) is_word(c, {'mechanical', 'residual', 'native', 'tree'}), 'the name of a form'
    'dims', @(c) sys_is_dims(c, strcmp(sys.form, 'mechanical')), 'a struct of sizes'
    'index', @(c) isequal(c, []) || isequal(c, sys_index(sys.dims)) && all(structfun(@isreal, c)), ...
    'the rows of the unknowns'
    'functions', @is_one, 'a struct of functions'
    'extra', @is_one, 'a struct with [z, q], true or false, for each function'
    'mass', @is_mass, 'a square matrix, or []'
    'names', @(c) isequal(c, []) || is_one(c), 'a struct of names, or []'
    'terms', @(c) iscellstr(c) && all(ismember(c, letters())), 'a cell of letters'
    'vectorized', @is_switch, 'true or false'
    'autonomous', @is_switch, 'true or false'
    'reduced', @is_switch, 'true or false'
    'diagonal', @(c) is_switch(c) && ~(c && ~isempty(sys.mass)), 'false, or true for a function mass'
    'has_parameters', @is_switch, 'true or false'
    'has', @(c) isequal(c, []) && isnumeric(c) || is_one(c) && is_switch(c.jac), 'what the system has'
    'derive', @is_derive, 'how it is derived'
    'pattern', @is_pattern, 'its entries'
    'parameters', @(c) ~is_word(sys.form, {'native', 'tree'}) || isnumeric(c) && isreal(c), 'numbers'
    'library', @(c) ischar(c), 'a text'
    'symbol', @(c) ischar(c), 'a text'};
text = 'The system is no more what geomssys has returned (describe it anew): it';
check_fields (sys, list, 'geoms:system:sys', text);
if any (strcmp (sys.form, {'native', 'tree'}))
    list = {
        'functions', @(c) isempty(fieldnames(c)), 'a struct without fields'
        'index', @isstruct, 'the rows of the unknowns'
        'has', @is_one, 'what the model has'};
    check_fields (sys, list, 'geoms:system:sys', text);
end
if strcmp (sys.form, 'tree')
    check_tree (sys, text);
    return
end
check_functions (sys);
sys_form (given (sys));
if strcmp (sys.form, 'mechanical')
    check_mechanical (sys, text);
end

end

% sizes without a number are those that a function tells
function check_mechanical (sys, text)
numbers = @(dims) structfun (@double, orderfields (dims));
told = sys_dims (struct (), 'mechanical', fieldnames (given (sys)));
if any (isnan (numbers (sys.dims)) & ~isnan (numbers (told)))
    error ('geoms:system:sys', [text, ' has a field dims without some of its numbers.']);
end
if sys.reduced == isempty (sys_lacking (sys))
    error ('geoms:system:sys', [text, ' has other functions.']);
end
end

% of a system that is as geomssys has made it, the functions alone, unless it was used before
function [numbers, same] = as_made (sys)
numbers = [];
[digest, same, plain] = gate_call ('digest', sys);
if ~same
    return
end
if plain && ~(strcmp (sys.form, 'tree') && ~(isempty (sys.own) && isempty (sys.tree.functions)))
    numbers = digest;
end
if isempty (numbers) || ~sys_known (numbers, sys.functions)
    check_functions (sys);
end
end

% the tables of a tree, and what the names stand for
function check_tree (sys, text)
check_fields (sys, {'tree', @(c) is_one(c) && isfield(c, 'bodies'), 'a struct of tables'}, ...
    'geoms:system:sys', text);
check_fields (sys, {'names', @(c) is_one(c) && all(isfield(c, {'p', 'v'})), 'a struct of names'}, ...
    'geoms:system:sys', text);
check_names (sys);
check_own (sys, text);
n = size (sys.tree.bodies, 2);
words = tree_words ();
kinds = @(numbers, names) all (ismember (numbers, 0:numel (names) - 1));
wide = @(c, height) isa (c, 'double') && isreal (c) && ~issparse (c) && ndims (c) == 2 ...
    && size (c, 1) == height && all (isfinite (c(:)));
list = {
    'planar', @(c) isequal(c, 0) || isequal(c, 1), '0 or 1'
    'gravity', @(c) wide(c, 3) && size(c, 2) == 1, '3 numbers'
    'bodies', @(c) wide(c, 29) && size(c, 2) == n && all(ismember(c(29, :), 0:6)) ...
    && kinds(c(2, :), words.joints), 'a table of bodies'
    'maps', @(c) iscell(c) && numel(c) == sum(sys.tree.bodies(29, :) > 0) ...
    && all(cellfun('isclass', c, 'double')), 'a cell of numbers'
    'loops', @(c) wide(c, 34) && size(c, 2) == numel(sys.tree.rows) && kinds(c(1, :), words.loops), ...
    'a table of joints'
    'forces', @(c) wide(c, 43) && kinds(c(1, :), words.forces), 'a table of force elements'
    'bushings', @(c) wide(c, 72), 'a table of stiffnesses'
    'couplings', @(c) wide(c, 2) && size(c, 2) == numel(sys.tree.names.couplings), ...
    'a table of couplings'
    'coupled', @(c) wide(c, 3), 'a table of coordinates'
    'motions', @(c) wide(c, 1) && size(c, 2) == n, 'numbers of functions of time'
    'force_signals', @(c) wide(c, 3), 'numbers of functions of time'
    'gravity_signals', @(c) wide(c, 3) && size(c, 2) == 1, 'numbers of functions of time'
    'breaks', @(c) iscell(c) && size(c, 1) == 1 && all(cellfun('isclass', c, 'double')), ...
    'a cell of breaks'
    'signal_names', @(c) iscellstr(c) && isequal(size(c), size(sys.tree.breaks)), 'a cell of names'
    'coefs', @(c) iscell(c) && isequal(size(c), size(sys.tree.breaks)), 'a cell of cubics'
    'functions', @(c) are_functions(c, 3 * numel(sys.tree.breaks)), 'functions of time'
    'recorded', @(c) isa(c, 'double') && isreal(c) && size(c, 2) == 1, 'what is recorded of them'
    'called', @(c) islogical(c) && numel(c) == numel(sys.tree.functions), 'which of them are called'
    'rows', @iscellstr, 'a cell of letters'
    'names', @(c) iscellstr(c.bodies) && iscellstr(c.loops) && iscellstr(c.forces) ...
    && numel(c.bodies) == n && numel(c.loops) == numel(sys.tree.rows) ...
    && numel(c.forces) == size(sys.tree.forces, 2), 'a struct of names'
    'start', @(c) is_one(c) && numel(c.p) == sys.dims.np && numel(c.v) == sys.dims.nv, ...
    'a struct with p and v'
    'markers', @(c) is_one(c) && iscellstr(c.names) && isequal(size (c.table), [14, ...
    numel(c.names)]), 'names and a table of markers'
    'shapes', @(c) iscell(c) && numel(c) == n, 'a cell of shapes'
    'parameters', @(c) isstruct(c) && numel(c) == numel(sys.parameters) ...
    && all(isfield(c, {'name', 'field', 'at'})), 'a struct of parameters'};
check_fields (sys.tree, list, 'geoms:system:sys', [text, ' has a field tree that']);
check_parameters (sys);
end

% numbers of the tables, and what was recorded, are those of the parameters
function check_parameters (sys)
q = double (sys.parameters(:));
same = isempty (sys.own) || isequal (sys.own.system.parameters(:), q);
for i = 1:numel (q) * isfield (sys.tree.parameters, 'field')
    one = sys.tree.parameters(i);
    if ~isempty (one.field)
        same = same && stands_at (sys.tree, one, q(i));
    end
end
if ~same
    error ('geoms:system:sys', ['The parameters of the tree are no more those that it was built ', ...
        'with: sys = geomssys (sys, ''parameters'', q) changes them.']);
end
end

function yes = stands_at (tree, one, value)
yes = is_word (one.field, {'gravity', 'bodies', 'loops', 'couplings', 'forces', 'bushings'});
if yes
    numbers = tree.(one.field);
    yes = isa (one.at, 'double') && isequal (one.at, round (real (one.at))) && numel (one.at) == 1 ...
        && one.at >= 1 && one.at <= numel (numbers) && numbers(one.at) == value;
end
end

% what is added to the tree
function check_own (sys, text)
fields = {'system', 'rows', 'laws', 'planar', 'forces', 'law', 'added'};
check_fields (sys, {'own', @(c) isequal(c, []) || is_one(c) && all(isfield(c, fields)) && iscellstr(c.added), ...
    'what is added to the tree, or []'}, 'geoms:system:sys', text);
if isempty (sys.own)
    return
end
own = sys.own.system;
check_system (own);
if ~isequal (sys.own.rows, unique (sys.own.rows)) ...
        || numel (sys.own.rows) ~= sys_unknowns (own.dims) ...
        || any (sys.own.rows > sys_unknowns (sys.dims))
    error ('geoms:system:sys', [text, ' has other unknowns.']);
end
end

function yes = are_functions (c, rows)
yes = isstruct (c) && all (isfield (c, {'name', 'fcn', 'rows'})) ...
    && (isempty (c) || size (c, 1) == 1);
for i = 1:numel (c) * yes
    yes = yes && ischar (c(i).name) && isa (c(i).fcn, 'function_handle') ...
        && isa (c(i).rows, 'double') && all (ismember (c(i).rows, 1:rows)) ...
        && ~isempty (c(i).rows);
end
end

function yes = is_word (c, words)
yes = ischar (c) && any (strcmp (c, words));
end

function yes = is_one (c)
yes = isstruct (c) && numel (c) == 1;
end

function yes = is_switch (c)
yes = islogical (c) && numel (c) == 1 && ~issparse (c);
end

function yes = is_mass (M)
yes = isa (M, 'double') && isreal (M) && ndims (M) == 2 ...
    && size (M, 1) == size (M, 2) && all (isfinite (nonzeros (M)));
end

function yes = is_derive (c)
yes = is_one (c) && isequal (fieldnames (c), fieldnames (sys_derive_off ())) ...
    && is_word (c.wanted, {'auto', 'on', 'off'}) && is_word (c.status, {'off', 'waiting', 'refused', ...
    'recorded'}) && ischar (c.reason) && iscellstr (c.frozen) ...
    && isempty (c.kept) ~= strcmp (c.status, 'recorded') ...
    && (isempty (c.kept) || is_one (c.kept.program) && all (isfield (c.kept.program, {'numbers', 'nq'})) ...
    && is_one (c.kept.stamp) && all (isfield (c.kept.stamp, {'functions', 'mass', 'skeleton', 'values', ...
    'fixed'})));
end

function yes = is_pattern (c)
entries = @(A) isequal (A, []) || issparse (A) && isreal (A) && ~any (nonzeros (A) ~= 1);
yes = is_one (c) && (ischar (c.wanted) || is_one (c.wanted)) ...
    && is_word (c.status, {'off', 'waiting', 'found'}) && entries (c.M) && entries (c.Z) ...
    && entries (c.G) && entries (c.H) && entries (c.B) && entries (c.more) ...
    && isempty (c.B) ~= strcmp (c.status, 'found');
end

function list = letters ()
roles = sys_roles ();
list = {roles.letter};
end

% also those that are added to a tree
function check_functions (sys)
names = fieldnames (sys.functions);
for i = 1:numel (names)
    check_own_function (sys, names{i});
end
if strcmp (sys.form, 'tree') && ~isempty (sys.own)
    check_functions (sys.own.system);
end
end

% a function of its form that takes as many arguments as sys.extra says
function check_own_function (sys, name)
persistent roles names
if isempty (roles)
    roles = sys_roles ();
    names = {roles.name};
end
role = roles(strcmp (name, names));
try
    plain = strrep (role.(sys.form), ',z', '');
    extra = sys.extra.(name);
    fcn = sys.functions.(name);
    good = any (strcmp (role.value, {'mass', 'function'})) && ~isempty (plain) ...
        && islogical (extra) && isequal (size (extra), [1 2]) && isa (fcn, 'function_handle') ...
        && nargin (fcn) == 1 + sum (plain == ',') + sum (extra);
catch e %#ok<NASGU>
    good = false;
end
if ~good
    error ('geoms:system:sys', ['The system is no more what geomssys has returned: sys.functions', ...
        '.%s is none of its functions, or does not take the arguments that it took. Describe it ', ...
        'anew.'], name);
end
end

% the names by which it could have been described
function list = given (sys)
list = sys.functions;
for name = {'mass', 'library', 'symbol'}
    if ~isempty (sys.(name{1}))
        list.(name{1}) = [];
    end
end
if ~strcmp (sys.form, 'native')
    list.dims = [];
end
list.derive = sys.derive.wanted;
end
