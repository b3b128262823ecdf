function [list, values] = tree_parameters (table, names)
%TREE_PARAMETERS  Numbers of a tree that may change, from names like 'arm.mass', 'shock.stiffness',
%   'arm.com(1)', 'gravity(3)': struct array with name, field (of the tables), at (place there), and
%   their values. 'arm.com' stands for all its components. A name that a number follows is one of
%   the user's own with this value, which functions and laws get: its field is ''.

if ischar (names)
    names = {names};
end
if ~iscell (names) || ~all (cellfun (@(c) ischar (c) && size (c, 1) == 1 || is_value (c), names))
    error ('geoms:tree:parameter', ['The parameters of a tree are names, ''parameters'', ', ...
        '{''arm.mass'', ''shock.stiffness''}, and names of your own, each followed by its ', ...
        'value, {''arm.mass'', ''gain'', 3}, not %s.'], check_described (names));
end
list = struct ('name', {}, 'field', {}, 'at', {});
values = zeros (0, 1);
names = reshape (names, 1, []);
words = find (cellfun (@ischar, names));
if any (diff ([0, words, numel(names) + 1]) > 2) || ~isempty (names) && ~ischar (names{1})
    error ('geoms:tree:parameter', 'Parameters of a tree: each number must stand behind its name.');
end
for i = words
    if i < numel (names) && ~ischar (names{i + 1})
        found = own (names{i});
        value = double (full (names{i + 1}));
    else
        found = places_of (table, names{i});
        numbers = table.(found(1).field);
        value = reshape (numbers([found.at]), [], 1);
    end
    if any (ismember ({found.name}, {list.name}))
        error ('geoms:tree:twice', 'The parameter ''%s'' is given twice.', names{i});
    end
    list = [list, found]; %#ok<AGROW>
    values = [values; value]; %#ok<AGROW>
end

end

function yes = is_value (c)
yes = isnumeric (c) && isreal (c) && numel (c) == 1 && isfinite (c);
end

% a name that is no number of the tree
function found = own (name)
if ~isvarname (name) || strcmp (name, 'gravity')
    error ('geoms:tree:parameter', ['A value follows ''%s'': this is for parameters of your ', ...
        'own, with names like ''gain'' (letters, digits and _). Numbers of the tree have ', ...
        'their values from the tree; geomssys (sys, ''parameters'', q) changes them.'], name);
end
found = struct ('name', name, 'field', '', 'at', 0);
end

function found = places_of (table, name)
name = check_utf8 (name);
index = regexp (name, '(?<=\()\d+(?=\)$)', 'match', 'once');
field = regexprep (name, '\(\d+\)$', '');
dot = [0, find(field == '.')];
owner = field(1:dot(end) - 1);
field = field(dot(end) + 1:end);
if isempty (field) || ~all (isletter (field))
    error ('geoms:tree:parameter', ['''%s'' is no name of a parameter: ''body.mass'', ', ...
        '''spring.stiffness'', ''body.com(1)'', ''gravity(2)''; one of your own is followed ', ...
        'by its value.'], name);
end
candidates = owners (table, owner);
if isempty (candidates)
    all_names = [table.names.bodies, table.names.loops, table.names.couplings, table.names.forces];
    error ('geoms:tree:parameter', 'Parameter ''%s'': there is no ''%s'' in the tree. %s', name, ...
        owner, check_nearest (owner, all_names));
end
known = vertcat (candidates.fields);
hit = find (strcmp (field, known(:, 1)));
if isempty (hit)
    if isempty (owner)
        error ('geoms:tree:parameter', ['Parameter ''%s'': there is no number ''%s'' without ', ...
            'a body, joint or force element in front of it. %s If it is your own, its value ', ...
            'follows: {''%s'', 1}.'], name, field, check_nearest (field, known(:, 1)'), field);
    end
    hint = check_nearest (field, known(:, 1)');
    if isempty (known)
        hint = ['None of its numbers can be a parameter. Points can: that of a body''s own joint is ', ...
            '''body.at(1)''; let a joint that closes a loop sit on a ''fixed'' body there.'];
    end
    error ('geoms:tree:parameter', 'Parameter ''%s'': ''%s'' has no number ''%s''. %s', name, ...
        owner, field, hint);
elseif numel (hit) > 1
    error ('geoms:tree:parameter', ['Parameter ''%s'': more than one thing of this name ', ...
        'has ''%s''; give them other names.'], name, field);
end
places = known{hit, 2};
counts = arrayfun (@(c) size (c.fields, 1), candidates);
owner = candidates(find (hit <= cumsum (counts), 1));
refuse_function (table, owner, places, name);
found = entries (owner, places, name, index);
end

% numbers that are functions of time
function refuse_function (table, owner, places, name)
moves = false;
switch owner.field
    case 'gravity'
        moves = any (table.gravity_signals(places));
    case 'forces'
        rows = places(places >= 40 & places <= 42) - 39;
        moves = any (table.force_signals(rows, owner.column));
    case 'couplings'
        moves = table.couplings(2, owner.column) > 0;
end
if moves
    error ('geoms:tree:parameter', ['Parameter ''%s'' is a function of time, and no number ', ...
        'that could change.'], name);
end
end

% gravity, or bodies, loops and forces of this name, with what may change of them
function list = owners (table, owner)
list = struct ('field', {}, 'column', {}, 'height', {}, 'fields', {});
if isempty (owner)
    list(1) = struct ('field', 'gravity', 'column', 1, 'height', 3, 'fields', ...
        {{'gravity', 1:3 - table.planar}});
    return
end
point = @(first) first + (0:2 - table.planar);
body = {'mass', 19; 'com', point(20); 'inertia', 23:28; 'at', point(6); 'pitch', 18};
if table.planar
    body{3, 2} = 25;
end
i = find (strcmp (owner, table.names.bodies));
if ~isempty (i)
    list(end + 1) = struct ('field', 'bodies', 'column', i, 'height', 29, 'fields', {body});
end
i = find (strcmp (owner, table.names.loops));
if ~isempty (i)
    list = [list, of_loop(table.rows{i}, i)];
end
i = find (strcmp (owner, table.names.forces));
if ~isempty (i)
    list = [list, of_force(table, i)];
end
i = find (strcmp (owner, table.names.couplings));
if ~isempty (i)
    list(end + 1) = struct ('field', 'couplings', 'column', i, 'height', 2, 'fields', ...
        {{'offset', 1}});
end
end

function list = of_loop (letters, i)
fields = cell (0, 2);
if any (letters == 'l')
    fields = {'length', 34};
elseif any (letters == 'w' | letters == 'o')
    fields = {'radius', 34};
end
list = struct ('field', 'loops', 'column', i, 'height', 34, 'fields', {fields});
end

% of a bushing those on the diagonals of K and D
function list = of_force (table, i)
words = tree_words ();
kinds = words.forces(table.forces(1, :) + 1);
if strcmp (kinds{i}, 'bushing')
    diagonal = 1:7:36;
    if table.planar
        diagonal = diagonal([1 2 6]);
    end
    list = struct ('field', 'bushings', 'column', sum (strcmp ('bushing', kinds(1:i))), ...
        'height', 72, 'fields', {{'stiffness', diagonal; 'damping', 36 + diagonal}});
    return
end
list = struct ('field', 'forces', 'column', i, 'height', 43, 'fields', ...
    {force_fields(table.forces(1, i), table.planar)});
end

function fields = force_fields (number, planar)
words = tree_words ();
switch words.forces{number + 1}
    case {'spring', 'series'}
        fields = {'stiffness', 35; 'damping', 36; 'length', 37};
    case 'joint'
        fields = {'stiffness', 35; 'damping', 36; 'rest', 37; 'friction', 38; 'speed', 39; ...
            'torque', 40};
    case 'stop'
        fields = {'stiffness', 35; 'damping', 36; 'lower', 37; 'upper', 43};
    case 'force'
        fields = {'value', 40:42 - planar};
    otherwise
        fields = {'value', [40:42 * ~planar, 42 * ones(1, planar)]};
end
end

function found = entries (owner, places, name, index)
found = struct ('name', {}, 'field', {}, 'at', {});
chosen = 1:numel (places);
if ~isempty (index)
    chosen = str2double (index);
    if chosen < 1 || chosen > numel (places)
        error ('geoms:tree:parameter', 'Parameter ''%s'': there are %d of these numbers.', name, ...
            numel (places));
    end
end
plain = regexprep (name, '\(\d+\)$', '');
for k = chosen
    text = plain;
    if numel (places) > 1
        text = sprintf ('%s(%d)', plain, k);
    end
    found(end + 1) = struct ('name', text, 'field', owner.field, 'at', ...
        (owner.column - 1) * owner.height + places(k)); %#ok<AGROW>
end
end
