function rows = plot_select (sol, wanted)
%PLOT_SELECT  Option Select of geomsplot: rows of each block as a struct with the fields p, v, ...
%   wanted   names, numbers, or a struct of them by block

blocks = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'};
for i = 1:numel (blocks)
    rows.(blocks{i}) = [];
end
if isstruct (wanted) && numel (wanted) == 1
    given = fieldnames (wanted);
    for i = 1:numel (given)
        if ~any (strcmp (given{i}, blocks))
            error ('geoms:plot:select', ['geomsplot: ''Select'' has a field ''%s'', which is no ', ...
                'block of unknowns. %s'], given{i}, check_nearest (given{i}, blocks));
        end
        rows = add (sol, rows, given(i), wanted.(given{i}));
    end
else
    rows = add (sol, rows, blocks, wanted);
end

end

function rows = add (sol, rows, blocks, wanted)
if ischar (wanted) && size (wanted, 1) == 1
    wanted = {wanted};
end
if isnumeric (wanted) && isreal (wanted) && ~isempty (wanted)
    rows = add_numbers (sol, rows, blocks, double (full (wanted(:)')));
elseif iscellstr (wanted) && ~isempty (wanted)
    for i = 1:numel (wanted)
        rows = add_name (sol, rows, blocks, wanted{i});
    end
else
    error ('geoms:plot:select', ['geomsplot: ''Select'' must be names, numbers or a struct of them ', ...
        'by block, not %s.'], check_described (wanted));
end
end

function rows = add_numbers (sol, rows, blocks, wanted)
most = max (cellfun (@(b) size (sol.(b), 1), blocks));
bad = find (~(wanted >= 1 & wanted <= most & wanted == round (wanted)), 1);
if ~isempty (bad)
    error ('geoms:plot:select', ['geomsplot: ''Select'' has the number %g; unknowns have whole ', ...
        'numbers from 1 to %d.'], wanted(bad), most);
end
for block = blocks
    fitting = wanted(wanted <= size (sol.(block{1}), 1));
    rows.(block{1}) = union_in_order (rows.(block{1}), fitting);
end
end

function rows = add_name (sol, rows, blocks, word)
found = false;
for block = blocks
    at = matches (sol, block{1}, word);
    rows.(block{1}) = union_in_order (rows.(block{1}), at);
    found = found || ~isempty (at);
end
if ~found
    error ('geoms:plot:select', 'geomsplot: no unknown is called ''%s''. %s', word, ...
        check_nearest (word, candidates (sol, blocks)));
end
end

% its own name, p(3), or the begin of own names up to '.' or ':', as of the joint of a body
function at = matches (sol, block, word)
at = [];
count = size (sol.(block), 1);
own = plot_own_names (sol, block);
if ~isempty (own)
    at = find (strcmp (word, own));
    if isempty (at)
        first = numel (word) + 1;
        at = find (strncmp ([word, '.'], own, first) | strncmp ([word, ':'], own, first));
    end
end
if isempty (at)
    number = regexp (check_utf8 (word), ['^', block, '[(_]\{?(\d+)\}?\)?$'], 'tokens', 'once');
    if ~isempty (number) && str2double (number{1}) >= 1 && str2double (number{1}) <= count
        at = str2double (number{1});
    end
end
end

% what a word that is unknown may have meant, 500 at most
function list = candidates (sol, blocks)
list = {};
for block = blocks
    own = plot_own_names (sol, block{1});
    if isempty (own)
        own = arrayfun (@(i) sprintf ('%s(%d)', block{1}, i), 1:min (20, size (sol.(block{1}), 1)), ...
            'UniformOutput', false);
    end
    list = [list, own(1:min(end, 100))]; %#ok<AGROW>
end
list = unique (list);
end

function a = union_in_order (a, b)
a = [reshape(a, 1, []), reshape(b(~ismember (b, a)), 1, [])];
end
