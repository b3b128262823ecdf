function c = cmp_contenders (c)
%CMP_CONTENDERS  Who takes part in a comparison: c.contenders from the names and values in c.
%   A struct array (1 x count) with the fields formulation, method, options (a struct of geomsset),
%   text (options, as written), fixed (whether the method makes fixed steps) and values (its step
%   sizes or tolerances).

if isempty (c.Contenders) && isnumeric (c.Contenders)
    entries = product (words ('Formulations', c.Formulations, 'Formulation'), ...
        words ('Methods', c.Methods, 'Method'));
elseif ~isempty (c.Formulations) || ~isempty (c.Methods)
    error ('geoms:compare:contenders', ...
        ['Contenders names formulations and methods together: leave ', ...
        'Formulations and Methods out.']);
else
    entries = check_rows (c.Contenders);
end
c.contenders = [];
table = opt_table ();
fixed = {table.methods(strcmp ('fixed', {table.methods.steps})).word};
for i = 1:size (entries, 1)
    c.contenders = [c.contenders, one(entries(i, :), c, fixed)];
end
if isempty (c.Steps) && all ([c.contenders.fixed])
    list = sprintf (' and %s', fixed{:});
    error ('geoms:compare:steps', 'The methods%s make fixed steps: give their sizes as Steps.', ...
        list(5:end));
end

end

function who = one (row, c, fixed)
who = struct ('formulation', row{1}, 'method', row{2}, 'options', [], 'text', text_of (row{3}), ...
    'fixed', any (strcmp (row{2}, fixed)), 'values', c.Tolerances);
who.options = geomsset (row{3}{:});
check_comparison_options (who.options, sprintf ('The options of the contender %s, %s', row{1:2}));
if who.fixed
    who.values = [c.Steps, NaN(1, isempty (c.Steps))];
end
end

% all formulations with all methods
function entries = product (formulations, methods)
entries = cell (0, 3);
for i = 1:numel (formulations)
    for j = 1:numel (methods)
        entries(end + 1, :) = {formulations{i}, methods{j}, {}}; %#ok<AGROW>
    end
end
end

function list = words (name, list, option)
if isempty (list) && isnumeric (list)
    list = 'auto';
    if strcmp (option, 'Formulation')
        list = choices (option);
    end
end
if ischar (list)
    list = {list};
end
if ~iscellstr (list) || isempty (list)
    error ('geoms:options:value', '%s must be a word of geomsset, or a cell of them, not a %s.', ...
        name, class (list));
end
list = cellfun (@(word) known (name, word, option), list(:)', 'UniformOutput', false);
end

function list = choices (option)
list = opt_list ();
list = list(strcmp (option, {list.name})).choices;
list = list(:)';
end

function word = known (name, word, option)
list = choices (option);
if ~any (strcmpi (word, list))
    error ('geoms:options:value', '%s: there is no %s ''%s''. %s', name, lower (option), ...
        word(:)', check_nearest (word(:)', list));
end
word = lower (word);
end

% {{formulation, method, name, value, ...}, ...} as rows {formulation, method, {name, value, ...}}
function entries = check_rows (list)
if ~iscell (list) || ~all (cellfun (@iscell, list(:)))
    error ('geoms:compare:contenders', ['Contenders must be a cell of cells, ', ...
        '{{formulation, method}, {formulation, method, name, value}, ...}; ', ...
        'it is %s.'], check_described (list));
end
if isempty (list)
    error ('geoms:compare:contenders', ['Contenders is empty: name at least one, ', ...
        '{{formulation, method}}, or leave it out.']);
end
entries = cell (numel (list), 3);
for i = 1:numel (list)
    one = list{i}(:)';
    if numel (one) < 2 || ~is_word (one{1}) || ~is_word (one{2})
        error ('geoms:compare:contenders', ...
            ['Contenders: number %d must begin with two words, the ', ...
            'formulation and the method.'], i);
    elseif mod (numel (one), 2) ~= 0 || ~all (cellfun (@is_word, one(3:2:end)))
        error ('geoms:compare:contenders', ...
            ['Contenders: after formulation and method number %d ', ...
            'must have pairs of the name of an option and its value.'], i);
    end
    entries{i, 1} = known ('Contenders', one{1}, 'Formulation');
    entries{i, 2} = known ('Contenders', one{2}, 'Method');
    entries{i, 3} = one(3:end);
end
end

function yes = is_word (x)
yes = ischar (x) && size (x, 1) == 1;
end

% Project on, MaxOrder 2
function text = text_of (pairs)
list = cell (1, numel (pairs) / 2);
for i = 1:numel (list)
    value = pairs{2 * i};
    if isnumeric (value) && numel (value) <= 4
        value = strtrim (sprintf ('%g ', value));
    elseif ~ischar (value)
        value = class (value);
    end
    list{i} = sprintf (', %s %s', pairs{2 * i - 1}, value);
end
text = ['', list{:}];
text = text(3:end);
end
