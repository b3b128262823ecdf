function untested = derive_check (sys, described, recorded, levels, before)
%DERIVE_CHECK  What was recorded beside the functions themselves, and levels that are given beside those
%   that were derived, at the start, at 5 states beside it, and at one for each new combination of
%   decisions among 200 others. before: see DERIVE_TWICE.
%   untested: conditions of choices that were not seen both ways, as texts.

n = sys_unknowns (sys.dims) + 1;
points = derive_points (described.start, n, [0, 0.1 * ones(1, 5)]);
untested = {};
for name = fieldnames (sys.functions)'
    list = nodes_of (name{1}, recorded.(name{1}));
    again = compare (sys, name{1}, list, points);
    if ~isequaln (again, before.(name{1}))
        derive_unsteady (name{1});
    end
    condition = gate_call ('tapechoices', vertcat (list.id));
    if ~isempty (condition)
        far = derive_points (described.start, n, repmat ([0.1 0.3 1 3], 1, 50));
        [more, missed] = combinations (name{1}, condition, points, far);
        compare (sys, name{1}, list, more);
        untested = [untested, missed]; %#ok<AGROW>
    end
end
compare_levels (sys, recorded, levels, points);

end

% what a function returns, or the fields of it
function list = nodes_of (name, id)
list = struct ('name', name, 'letter', '', 'id', []);
if isstruct (id)
    letters = fieldnames (id)';
    list = struct ('name', strcat (name, {': '}, letters), 'letter', letters, 'id', []);
    for i = 1:numel (letters)
        list(i).id = reshape (id.(letters{i}), [], 1);
    end
else
    list.id = reshape (id, [], 1);
end
end

% first: what was returned at the first point; {}: not defined there
function first = compare (sys, name, list, points)
first = {};
values = {};
n = sys_unknowns (sys.dims);
evalc ('values = values_at (sys, name, points(n + 1, :), points(1:n, :));');    % whatever it prints
found = gate_call ('tapeevaluate', vertcat (list.id), points);
defined = ~cellfun (@(value) isequal (value, {}), values);
if any (cellfun (@has_objects, values))
    kept (sys, name, points(:, find (cellfun (@has_objects, values), 1)), n);
elseif any (defined)
    expected = cellfun (@(value) column (value, list), values(defined), 'UniformOutput', false);
    compare_values (list, found(:, defined), expected, points(:, defined), n);
end
if ~isempty (values)
    first = values{1};
end
end

function values = values_at (sys, name, t, x)
values = cell (1, numel (t));
for k = 1:numel (t)
    values{k} = {};
    try
        values{k} = call_at (sys, name, t(k), x(:, k));
    catch
    end
end
end

function y = column (value, list)
y = value;
if isstruct (value)
    parts = cellfun (@(letter) reshape (double (full (value.(letter))), [], 1), {list.letter}, ...
        'UniformOutput', false);
    y = vertcat (parts{:});
end
y = double (full (y(:)));
end

function yes = has_objects (value)
yes = isobject (value) || isstruct (value) && any (structfun (@isobject, value));
end

% a recorded value that a function has kept may be replaced when it is called the next time
function kept (sys, name, input, n)
try
    value = call_at (sys, name, input(n + 1), input(1:n));
catch
    value = geomstraced (int32 (0));
end
identifier = 'geoms:derive:check';
if has_objects (value)
    identifier = 'geoms:derive:memory';
end
error (identifier, ['%s keeps values from one call to the next (persistent): clear it, ', ...
    'and say ''derive'', ''off''.'], name);
end

% within what rounding of the inputs would change
function compare_values (list, found, expected, input, n)
if any (cellfun (@numel, expected) ~= size (found, 1))
    error ('geoms:derive:check', '%s returns arrays of other sizes at other states.', list(1).name);
end
expected = [expected{:}];
error_of = abs (found - expected);
good = @(limit) error_of <= limit | ~isfinite (found) & (~isfinite (expected) | imag (expected) ~= 0);
limit = 1e-11 * max (1, abs (expected));
if all (all (good (limit)))
    return
end
moved = gate_call ('tapeevaluate', vertcat (list.id), input * (1 + 4 * eps));
[bad, k] = find (~good (limit + 10 * abs (moved - found)), 1);
if ~isempty (bad)
    last = cumsum (arrayfun (@(part) numel (part.id), list));
    i = find (last >= bad, 1);
    error ('geoms:derive:check', ['%s(%d) is %.10g when recorded and %.10g when called, at t = %g: ', ...
        'does it keep values, read files, use switch or rand? Say ''derive'', ''off''.'], ...
        list(i).name, bad - last(i) + numel (list(i).id), found(bad, k), expected(bad, k), ...
        input(n + 1, k));
end
end

% of the far points those at which the decisions are others than at all points before; where one was
% always the same
function [more, missed] = combinations (name, condition, points, far)
missed = {};
all_points = [points, far];
seen = gate_call ('tapeevaluate', condition(:), all_points) ~= 0;
[~, first] = unique (seen', 'rows', 'first');
first = sort (first(first > size (points, 2)));
more = all_points(:, first(1:min (end, 64)));
for i = find (all (seen, 2) | ~any (seen, 2))'
    place = geomstraced ('place', condition(i));
    if isempty (place)
        place = 'a choice';
    end
    missed{end + 1} = sprintf ('%s: %s', name, place); %#ok<AGROW>
end
missed = unique (missed);
end

% G Z, gI, gII - G Z v', H Z, hI - H Z v'
function compare_levels (sys, recorded, levels, points)
d = sys.dims;
rows = d.nl + d.nm;
given = recorded;
if isfield (recorded, 'model')
    given = recorded.model;
end
list = {{'constraintJacobian', 'G'}, 1:d.nl; {'nonholonomicJacobian', 'H'}, d.nl + 1:rows; ...
    {'constraintVelocity', 'gI'}, levels.gI; ...
    {'constraintAcceleration', 'gIIpart'}, levels.gamma(1:d.nl); ...
    {'nonholonomicAcceleration', 'hIpart'}, levels.gamma(d.nl + 1:rows)};
values = [];
for i = 1:size (list, 1)
    name = pick (given, list{i, 1});
    if ~isempty (name)
        if isempty (values)
            values = gate_call ('tapeevaluate', levels.C, points);
            Z = transforms (given, d, points);
        end
        found = gate_call ('tapeevaluate', reshape (given.(name), [], 1), points);
        for k = 1:size (points, 2)
            if i <= 2
                C = sparse (double (levels.i) + 1, double (levels.j) + 1, values(:, k), rows, d.nv);
                compare_level (name, sparse (reshape (found(:, k), [], d.np)) * Z{k}, C(list{i, 2}, :));
            else
                compare_level (name, found(:, k), gate_call ('tapeevaluate', list{i, 2}, points(:, k)));
            end
        end
    end
end
end

function Z = transforms (given, d, points)
Z = repmat ({speye(d.nv)}, 1, size (points, 2));
name = pick (given, {'kinematics', 'Z'});
for k = 1:numel (Z) * ~isempty (name)
    Z{k} = sparse (reshape (gate_call ('tapeevaluate', reshape (given.(name), [], 1), ...
        points(:, k)), d.np, d.nv));
end
end

function name = pick (given, names)
name = '';
for i = 1:numel (names)
    if isfield (given, names{i})
        name = names{i};
    end
end
end

function compare_level (name, given, derived)
apart = given - derived;
[i, j] = find (apart);
bad = find (abs (apart(apart ~= 0)) > 1e-9 * (1 + abs (derived(apart ~= 0))), 1);
if ~isempty (bad)
    i = i(bad);
    j = j(bad);
    error ('geoms:derive:level', ['%s is given and wrong: entry (%d,%d), by p'' = Z v or as it ', ...
        'stands, is %.10g, derived is %.10g. Leave it out.'], name, i, j, full (given(i, j)), full (derived(i, j)));
end
end
