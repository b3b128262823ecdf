function [sys, at] = sys_measure_model (sys, t, at, guessed)
%SYS_MEASURE_MODEL  Calls 'model' once, checks its fields and their sizes, completes sys.dims.
%   sys.terms lists the fields in the order of the blocks that the core wants. at is a state by
%   name from SYS_MEASURE_STATE, on return with all its sizes. If the number of positions was
%   guessed and Z says that it is another one, at is [] and nothing is known yet.

assumed = check_sizes (sys);
found = call_model (sys, t, at, assumed);
[roles, sys.terms] = fields_of (sys, found);
if guessed && isfield (found, 'Z') && size (found.Z, 1) ~= numel (at.p)
    at = [];
    return
end
sys.dims = sizes_from (sys, found, at, assumed);
for name = {'r', 'w', 's', 'lambda', 'mu'}
    field = size_of (name{1});
    part = at.(name{1});
    part(end + 1:sys.dims.(field), 1) = 0;
    at.(name{1}) = part;
end
if isfield (sys.functions, 'condition') && isnan (sys.dims.nc)
    sys.dims.nc = size (call_user (sys, 'condition', t, at.p, at.v, at), 1);
end
sys.diagonal = isfield (found, 'M') && isempty (sys.mass) && sys.dims.nv > 1 ...
    && isequal (size (found.M), [sys.dims.nv, 1]);
check_terms (sys, t, at, found, roles);
sys.index = sys_index (sys.dims);

end

function name = size_of (part)
list = {'r', 'nr'; 'w', 'nw'; 's', 'ns'; 'lambda', 'nl'; 'mu', 'nm'};
name = list{strcmp(part, list(:, 1)), 2};
end

% if the model takes z, what is not known is taken to be 0, but not the number of constraints
function assumed = check_sizes (sys)
names = {'nr', 'nw', 'ns', 'nm'};
assumed = {};
if sys.extra.model(1)
    assumed = names(cellfun (@(name) isnan (sys.dims.(name)), names));
    if isnan (sys.dims.nl)
        error ('geoms:system:missing', ['''model'' takes z, the size of which is not known: ', ...
            'give ''dims'', struct (''nl'', ...) as well.']);
    end
end
end

function found = call_model (sys, t, at, assumed)
try
    found = call_user (sys, 'model', t, at.p, at.v, at);
catch e
    if isempty (assumed)
        rethrow (e);
    end
    error ('geoms:system:missing', ['''model'' failed with a z without%s: ''%s'' If it needs ', ...
        'them, give ''dims'', struct (''%s'', ...).'], sprintf (' %s', assumed{:}), e.message, ...
        assumed{1});
end
end

% which terms the model must have, and which it has
function [roles, terms] = fields_of (sys, found)
if ~isstruct (found) || numel (found) ~= 1
    error ('geoms:system:type', '''model'' must return a struct, it returned a %s.', class (found));
end
roles = sys_roles ();
roles = roles(~cellfun (@isempty, {roles.letter}));
fields = fieldnames (found);
unknown = fields(~ismember (fields, {roles.letter}));
if ~isempty (unknown)
    error ('geoms:system:name', '''model'' returns a field ''%s'', which is not known. %s', ...
        unknown{1}, check_nearest (unknown{1}, {roles.letter}));
end
jacobian = @(letter) repmat ({letter}, 1, strcmp (sys.derive.wanted, 'off'));    % else derived
needed = {'f'};
if isempty (sys.mass)
    needed = {'M', 'f'};
end
if any (ismember ({'g', 'G', 'gI', 'gIIpart'}, fields))
    needed = [needed, 'g', jacobian('G')];
end
if any (ismember ({'h', 'H', 'hIpart'}, fields))
    needed = [needed, 'h', jacobian('H')];
end
if isfield (sys.functions, 'invariantGradient')
    needed{end + 1} = 'e';
end
missing = needed(~ismember (needed, fields));
if ~isempty (missing)
    error ('geoms:system:missing', 'The struct that ''model'' returns has no field ''%s''.', ...
        missing{1});
end
roles = roles(ismember ({roles.letter}, fields));
if ~isempty (sys.mass)
    roles = roles(~strcmp ({roles.letter}, 'M'));
end
terms = {roles.letter};
end

% sizes that are still open are those of the fields
function dims = sizes_from (sys, found, at, assumed)
dims = sys.dims;
dims.np = numel (at.p);
dims.nv = numel (at.v);
list = {'nl', 'g'; 'nm', 'h'; 'nr', 'b'; 'nw', 'd'; 'ns', 'c'; 'ni', 'e'};
for i = 1:size (list, 1)
    name = list{i, 1};
    count = 0;
    if isfield (found, list{i, 2})
        count = size (found.(list{i, 2}), 1);
    end
    if count > 0 && any (strcmp (name, assumed))
        error ('geoms:system:missing', ['''model'' takes z and returns the field ''%s'': give ', ...
            '''dims'', struct (''%s'', %d).'], list{i, 2}, name, count);
    elseif isnan (dims.(name))
        dims.(name) = count;
    elseif dims.(name) > 0 && count == 0
        error ('geoms:system:missing', ['%s is %d, but the struct that ''model'' returns has ', ...
            'no field ''%s''.'], name, dims.(name), list{i, 2});
    end
end
if dims.np ~= dims.nv && ~isfield (found, 'Z')
    error ('geoms:system:missing', ['p has %d components and v has %d: the struct that ', ...
        '''model'' returns needs the field ''Z'' (np x nv) in p'' = Z v.'], dims.np, dims.nv);
end
end

function check_terms (sys, t, at, found, roles)
sizes = sys_sizes (sys);
if sys.vectorized
    other = structfun (@moved, at, 'UniformOutput', false);
    second = call_user (sys, 'model', t, other.p, other.v, other);
    for name = fieldnames (at)'
        pair.(name{1}) = [at.(name{1}), other.(name{1})];
    end
    try
        two = call_user (sys, 'model', [t, t], pair.p, pair.v, pair);
    catch e
        call_only_one ('model', e);
    end
end
for i = 1:numel (roles)
    letter = roles(i).letter;
    name = ['model: ', letter];
    [m, n] = sys_shape (roles(i), sizes);
    alone = call_flat (found.(letter), m, n, 1, name, 'geoms:system:size');
    if sys.vectorized
        both = call_flat (two.(letter), m, n, 2, name, 'geoms:system:size');
        next = call_flat (second.(letter), m, n, 1, name, 'geoms:system:size');
        check_vectorized (name, both, [alone(:), next(:)]);
    end
end
end

% off the constraints, where their values are more than rounding
function column = moved (column)
column = column + 1e-3 * (1 + abs (column));
end
