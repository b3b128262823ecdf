function [table, start, motion, maps] = tree_body_columns (tree, names, given)
%TREE_BODY_COLUMNS  Bodies as 29 numbers each, the values [q; v] of their joints at the start (none
%   of those that are driven), and motion: functions of time (TREE_FUNCTION) of driven ones, or {}.
%   parent, joint, axis (3), at (3), turn (9), pitch, mass, com (3), inertia (6), coordinates of a
%   joint 'user': what mex/gateway/trees.c reads. The axis is 0 where the joint has none. maps has the
%   functions of joints 'user', or {}.

planar = tree.planar;
n = numel (names);
table = zeros (29, n);
table(1, :) = parents (tree, names, given);
joint = joints (given, names, planar);
table(2, :) = joint - 1;
table(3:5, :) = axes_of (given, names, joint, planar);
if isfield (given, 'at')
    table(5 + (1:3 - planar), :) = numbers (given, 'at', 3 - planar, names);
end
table([9 13 17], :) = 1;
if isfield (given, 'turn')
    table(9:17, :) = turns (given, names, planar);
end
table(18, :) = pitches (given, names, joint);
if isfield (given, 'mass')
    table(19, :) = masses (given, names);
end
if isfield (given, 'com')
    table(19 + (1:3 - planar), :) = numbers (given, 'com', 3 - planar, names);
end
check_about (given, names);
if isfield (given, 'inertia')
    table(23:28, :) = inertias (given, names, planar);
    table = about_com (table, given, names, planar);
end
[maps, table(29, :)] = maps_of (given, names, joint);
motion = cell (1, 0);
if isfield (given, 'motion')
    motion = motions (given, names, joint);
    start(1:n) = {zeros(0, 1)};
else
    start = starts (given, names, joint, table(29, :));
end
for i = 1:numel (maps)
    tree_map_value (maps{i}, start{i}(1:end / 2), 0, planar, body (names{i}));
end

end

function where = body (name)
where = ['Body ''', name, ''''];
end

% k x n: converted values, one for all or a cell with one for each; as they are if convert is []
function values = option (given, name, default, names, convert)
n = numel (names);
if isfield (given, name)
    value = given.(name);
else
    value = default;
end
if ~iscell (value)
    values = convert (value, body (names{1}));
    if n > 1
        values = values(:, ones (1, n));
    end
    return
elseif numel (value) ~= n
    error ('geoms:tree:size', ['%s: ''%s'' is a cell with %d values; it must have one for ', ...
        'each of the %d bodies.'], body (names{1}), name, numel (value), n);
end
values = reshape (value, 1, n);
if isempty (convert)
    return
end
first = 1:n;
at = 1:n;
if iscellstr (values)
    [values, first, at] = unique (values, 'first');    % few words for many bodies
end
for i = 1:numel (values)
    values{i} = convert (values{i}, body (names{first(i)}));
end
values = [values{:}];
values = values(:, at);
end

% count x n: vectors of numbers
function values = numbers (given, name, count, names)
values = tree_all_numbers (given.(name), numel (names), count);
if isempty (values)
    values = option (given, name, [], names, @(value, where) tree_numbers (value, count, ...
        ['''', name, ''''], where));
end
end

% 9 x n
function R = turns (given, names, planar)
angles = tree_all_numbers (given.turn, numel (names), 3 - 2 * planar);
if isempty (angles)
    R = option (given, 'turn', [], names, @(value, where) reshape (tree_turn (value, planar, ...
        '''turn''', where), 9, 1));
else
    R = tree_angles ([zeros(2 * planar, numel (names)); angles]);
end
end

function number = parents (tree, names, given)
n = numel (names);
if ~isfield (given, 'parent')
    number = zeros (1, n);
    return
elseif ~iscell (given.parent) || n == 1
    parent = given.parent;
    if iscell (parent) && numel (parent) == 1
        parent = parent{1};
    end
    number = tree_body_number (tree, parent, body (names{1})) * ones (1, n);
    return
end
list = option (given, 'parent', '', names, []);
if ~iscellstr (list)
    tree_body_number (tree, list{find(~cellfun (@ischar, list), 1)}, body (names{1}));
end
known = [{'ground'}, tree.bodies.names, names];
[found, at] = ismember (list, known);
number = at - 1;
own = numel (known) - n - 1 + (1:n);
bad = find (~found | number > own - 1, 1);
if ~isempty (bad)
    late = '';
    if found(bad)
        late = ' before it: parents come first';
    end
    error ('geoms:tree:unknown', '%s: there is no body ''%s''%s. %s', body (names{bad}), ...
        list{bad}, late, check_nearest (list{bad}, known(1:own(bad))));
end
end

% ---- joints ----

function number = joints (given, names, planar)
persistent default
if isempty (default)
    words = tree_words ();
    default = find (strcmp ('revolute', words.joints));
end
if isfield (given, 'joint')
    number = option (given, 'joint', '', names, @(word, where) joint_number (word, planar, where));
else
    number = default * ones (1, numel (names));
end
end

function number = joint_number (word, planar, where)
words = tree_words ();
number = tree_kind (word, words.joints, 'joint');
if planar && ~any (strcmp (word, {'revolute', 'prismatic', 'planar', 'fixed', 'user'}))
    error ('geoms:tree:kind', ['%s: the joint ''%s'' leaves the plane of a planar tree: ', ...
        'take ''revolute'', ''prismatic'', ''planar'', ''user'' or ''fixed''.'], where, word);
end
end

% one axis, z of the joint: what turns or slides along one
function yes = has_axis (joint, planar)
persistent known
if isempty (known)
    words = tree_words ();
    known = [ismember(words.joints, {'revolute', 'prismatic', 'screw', 'cylindrical', 'planar'})
        strcmp('prismatic', words.joints)];
end
yes = known(1 + planar, joint);
end

function values = axes_of (given, names, joint, planar)
with = has_axis (joint, planar);
values = zeros (3, numel (names));
values(3 - 2 * planar, with) = 1;
if ~isfield (given, 'axis')
    return
end
if ~all (with)
    words = tree_words ();
    bad = find (~with, 1);
    error ('geoms:tree:axis', ['%s: ''axis'' belongs to joints along or about one, and not ', ...
        'to ''%s''%s: leave it out.'], body (names{bad}), words.joints{joint(bad)}, ...
        plane_text (planar));
end
values = option (given, 'axis', 'z', names, @(value, where) tree_axis (value, planar, where));
end

function text = plane_text (planar)
text = '';
if planar
    text = ' in a planar tree, where rotations have the axis z';
end
end

function values = pitches (given, names, joint)
words = tree_words ();
screw = strcmp (words.joints(joint), 'screw');
values = zeros (1, numel (names));
if ~any (screw) && ~isfield (given, 'pitch')
    return
end
if isfield (given, 'pitch') ~= any (screw) || (any (screw) && ~all (screw))
    bad = find (screw ~= isfield (given, 'pitch'), 1);
    error ('geoms:tree:pitch', ['%s: a ''screw'' needs ''pitch'', the slide per rad, and no ', ...
        'other joint has one; this is ''%s''.'], body (names{bad}), words.joints{joint(bad)});
end
if isfield (given, 'pitch')
    values = option (given, 'pitch', 0, names, @(value, where) tree_numbers (value, 1, ...
        '''pitch''', where));
end
end

% functions of joints 'user', one for each body, and the numbers of their coordinates
function [maps, count] = maps_of (given, names, joint)
words = tree_words ();
user = strcmp (words.joints(joint), 'user');
count = zeros (1, numel (names));
maps = cell (1, 0);
asked = isfield (given, 'map') || isfield (given, 'coordinates');
if ~any (user) && ~asked
    return
elseif ~isfield (given, 'map') || ~all (user)
    bad = find (user ~= isfield (given, 'map'), 1);
    if isempty (bad)
        bad = 1;
    end
    error ('geoms:tree:map', ['%s: a joint ''user'' needs ''map'', a function @(q, t) that gives ', ...
        'displacement and rotation, and no other joint has one; this is ''%s''.'], ...
        body (names{bad}), words.joints{joint(bad)});
end
maps = spread (given, 'map', names);
sizes = spread (given, 'coordinates', names);
q = spread (given, 'q', names);
for i = 1:numel (names)
    if ~isa (maps{i}, 'function_handle')
        error ('geoms:tree:map', '%s: ''map'' must be a handle, @(q, t), not %s.', ...
            body (names{i}), check_described (maps{i}));
    end
    count(i) = coordinates_of (sizes{i}, q{i}, body (names{i}));
end
end

% as many as there are in 'q', or as are told
function n = coordinates_of (told, q, where)
n = numel (q);
if ~isempty (told)
    n = tree_numbers (told, 1, '''coordinates''', where);
end
if ~any (n == 1:6)
    text = sprintf ('%g', n);
    if n == 0
        text = 'not told';
    end
    error ('geoms:tree:map', ['%s: a joint ''user'' has 1 to 6 coordinates; their number is %s. ', ...
        'Give ''q'', their values at the start, or ''coordinates'', n.'], where, text);
end
end

% functions of time, one for each body
function list = motions (given, names, joint)
words = tree_words ();
user = find (strcmp (words.joints(joint), 'user'), 1);
if ~isempty (user)
    error ('geoms:tree:motion', ['%s: a joint ''user'' takes no ''motion'': let its ''map'' depend ', ...
        'on t.'], body (names{user}));
end
bad = find (words.nq(joint) ~= words.nv(joint) | words.nv(joint) == 0, 1);
if ~isempty (bad)
    error ('geoms:tree:motion', ['%s: a joint ''%s'' has no coordinates that ''motion'' could ', ...
        'tell: take revolute, prismatic, universal, planar joints.'], body (names{bad}), ...
        words.joints{joint(bad)});
elseif isfield (given, 'q') || isfield (given, 'v')
    error ('geoms:tree:motion', ['%s: ''motion'' tells where the joint is: leave out ''q'' ', ...
        'and ''v''.'], body (names{1}));
end
list = spread (given, 'motion', names);
for i = 1:numel (names)
    list{i} = tree_motion (list{i}, words.nv(joint(i)), body (names{i}));
end
end

% ---- masses ----

function m = masses (given, names)
m = numbers (given, 'mass', 1, names);
bad = find (m < 0, 1);
if ~isempty (bad)
    error ('geoms:tree:mass', '%s: ''mass'' is %g; it must not be negative.', ...
        body (names{bad}), m(bad));
end
end

% 6 x n
function I = inertias (given, names, planar)
I = zeros (6, numel (names));
to = {1:3, 1:6};
if planar
    to = {3};
end
for i = 1:numel (to)
    found = tree_all_numbers (given.inertia, numel (names), numel (to{i}));
    if ~isempty (found)
        I(to{i}, :) = found;
        return
    end
end
I = option (given, 'inertia', 0, names, @(value, where) inertia (value, planar, where));
end

% xx yy zz xy xz yz
function I = inertia (value, planar, where)
I = zeros (6, 1);
name = '''inertia''';
if planar
    I(3) = tree_numbers (value, 1, name, where);
elseif numel (value) == 1
    I(1:3) = tree_numbers (value, 1, name, where);
elseif isnumeric (value) && isequal (size (value), [3 3])
    A = reshape (tree_numbers (value(:), 9, name, where), 3, 3);
    if norm (A - A', 1) > 1e-10 * norm (A, 1)
        error ('geoms:tree:inertia', ...
            '%s: ''inertia'' is not symmetric: %g and %g, for instance.', where, unsymmetric (A));
    end
    A = (A + A') / 2;
    I = A([1 5 9 2 3 6])';
elseif numel (value) == 6
    I = tree_numbers (value, 6, name, where);
elseif numel (value) == 3
    I(1:3) = tree_numbers (value, 3, name, where);
else
    error ('geoms:tree:inertia', ['%s: ''inertia'' must be 1, 3 (xx yy zz), 6 (xx yy zz xy ', ...
        'xz yz) numbers or a 3 x 3 matrix, not %s.'], where, check_described (value));
end
end

function pair = unsymmetric (A)
[~, at] = max (abs (A(:) - reshape (A', [], 1)));
B = A';
pair = [A(at), B(at)];
end

function check_about (given, names)
if isfield (given, 'about') && ~(ischar (given.about) ...
        && any (strcmp (given.about, {'com', 'joint'})))
    error ('geoms:tree:value', '%s: ''about'' must be ''com'' or ''joint'', not %s.', ...
        body (names{1}), check_described (given.about));
end
end

function table = about_com (table, given, names, planar)
if ~isfield (given, 'about')
    tree_inertias (table, names, planar);
    return
end
if strcmp (given.about, 'joint')
    m = table(19, :);
    c = table(20:22, :);
    squares = sum (c .^ 2, 1);
    table(23:25, :) = table(23:25, :) - m([1 1 1], :) .* (squares([1 1 1], :) - c .^ 2);
    table(26:28, :) = table(26:28, :) + m([1 1 1], :) .* c([1 1 2], :) .* c([2 3 3], :);
    if planar
        table([23 24 26:28], :) = 0;
    end
end
tree_inertias (table, names, planar);
end

% ---- the start ----

% [q; v] of each
function start = starts (given, names, joint, user)
n = numel (names);
words = tree_words ();
start = cell (1, n);
if ~isfield (given, 'q') && ~isfield (given, 'v') && n == 1
    start{1} = [rest(words, joint, user); zeros(words.nv(joint) + user, 1)];
    return
elseif ~isfield (given, 'q') && ~isfield (given, 'v')
    for i = unique ([joint; user]', 'rows')'
        start(joint == i(1) & user == i(2)) ...
            = {[rest(words, i(1), i(2)); zeros(words.nv(i(1)) + i(2), 1)]};
    end
    return
end
q = spread (given, 'q', names);
v = spread (given, 'v', names);
start = plain_starts (q, v, words, joint);
if ~isempty (start)
    return
end
start = cell (1, n);
for i = 1:n
    j = joint(i);
    q0 = rest (words, j, user(i));
    v0 = zeros (words.nv(j) + user(i), 1);
    if ~isempty (q{i})
        q0 = coordinates (q{i}, q0, words.nq(j) > words.nv(j), names{i});
    end
    if ~isempty (v{i})
        v0 = tree_numbers (v{i}, numel (v0), '''v''', body (names{i}));
    end
    start{i} = [q0; v0];
end
end

% where all joints are of one kind, without quaternions, and all q, v are given or none; else {}
function start = plain_starts (q, v, words, joint)
start = {};
n = numel (joint);
count = words.nq(joint(1));
if n == 1 || any (joint ~= joint(1)) || count ~= words.nv(joint(1)) || count == 0
    return
end
both = {zeros(count, n), zeros(count, n)};
lists = {q, v};
for i = 1:2
    if ~all (cellfun ('isempty', lists{i}))
        both{i} = tree_all_numbers (lists{i}, n, count);
    end
end
if ~isempty (both{1}) && ~isempty (both{2})
    start = num2cell ([both{1}; both{2}], 1);
end
end

% coordinates of a joint that has not moved
function q0 = rest (words, j, user)
q0 = zeros (words.nq(j) + user, 1);
if words.nq(j) > words.nv(j)
    q0(end - 3) = 1;
end
end

function list = spread (given, name, names)
list = cell (1, numel (names));
if isfield (given, name)
    value = given.(name);
    if ~iscell (value)
        list(:) = {value};
    else
        list = option (given, name, [], names, []);
    end
end
end

function q = coordinates (value, q, quaternion, name)
q = tree_numbers (value, numel (q), '''q''', body (name));
if quaternion
    q(end - 3:end) = tree_unit (q(end - 3:end), body (name));
end
end
