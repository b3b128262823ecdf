function c = cmp_shown (res, what)
%CMP_SHOWN  What a figure of GEOMSCOMPARE shows: 'precision' or 'drift'.
%   who       number of the contender of each run, 0 if the run is not drawn
%   same      tolerance or step of all that are drawn, as a text, '' if they differ
%   names, tex, left, notes   as PLOT_COLUMN wants them: contenders that are drawn; those that are not,
%             and why

all_names = arrayfun (@name_of, reshape (res, 1, []), 'UniformOutput', false);
[~, first] = unique (all_names, 'first');
contenders = all_names(sort (first));
[~, number] = ismember (all_names, contenders);
drawn = drawn_runs (reshape (res, 1, []), number, what);
c = struct ('who', zeros (1, numel (res)), 'same', '', 'names', {{}}, 'tex', [], 'left', 0, 'notes', {{}});
sizes = {};
for i = 1:numel (contenders)
    its = res(number == i);
    mine = drawn & number == i;
    if ~any (mine)
        c.notes{end + 1} = sprintf ('%s: %s', contenders{i}, reason (its));
        continue
    end
    c.names{end + 1} = [contenders{i}, lost(its, res(mine), what)];
    c.who(mine) = numel (c.names);
    sizes{end + 1} = size_of (res(find (mine, 1))); %#ok<AGROW>
end
if strcmp (what, 'drift') && ~isempty (sizes)
    if all (strcmp (sizes, sizes{1}))
        c.same = [', ', sizes{1}];
    else
        c.names = strcat (c.names, {', '}, sizes);
    end
end
c.tex = false (1, numel (c.names));
if isempty (c.names)
    c.notes = [{'no run came to anything'}, c.notes];
end

end

function name = name_of (one)
name = sprintf ('%s, %s', one.formulation, one.method);
if ~isempty (one.options)
    name = [name, ', ', one.options];
end
end

% those with an error and a cost; for the drift the first one of each contender that has made a step
function drawn = drawn_runs (res, number, what)
if strcmp (what, 'precision')
    drawn = arrayfun (@(r) any (strcmp (r.status, {'ok', 'event'})) && r.error > 0 && r.seconds > 0, res);
    return
end
drawn = arrayfun (@(r) numel (r.t) > 1, res);
for i = reshape (unique (number), 1, [])
    its = find (drawn & number == i);
    drawn(its(2:end)) = false;
end
end

% why none of its runs is drawn
function text = reason (its)
one = its(1);
text = one.status;
if strcmp (text, 'impossible')
    return
elseif any (strcmp (text, {'ok', 'event'}))
    text = 'no error to be seen';
elseif isfinite (one.reached)
    text = sprintf ('%s at t = %.3g', text, one.reached);
end
end

% behind the name of a contender that is drawn: how many runs are not, or where the drawn one ended
function text = lost (its, drawn, what)
text = '';
bad = ~ismember ({its.status}, {'ok', 'event'});
if strcmp (what, 'precision') && any (bad)
    text = sprintf (' (%d of %d %s)', sum (bad), numel (its), its(find (bad, 1)).status);
elseif strcmp (what, 'drift') && ~any (strcmp (drawn.status, {'ok', 'event'}))
    text = sprintf (' (%s at %.3g)', drawn.status, drawn.reached);
end
end

function text = size_of (one)
text = sprintf ('RelTol %.2g', one.tolerance);
if ~isnan (one.step)
    text = sprintf ('h %.2g', one.step);
end
end
