function o = plot_options (sol, sys, list)
%PLOT_OPTIONS  Options of geomsplot, checked, those that are not given with their defaults.
%   Panels becomes a cell of words, Select a struct: rows of each block, or [] where nothing is
%   selected; Events: times and numbers of events

where = 'geomsplot';
o = tree_options (list, {'Panels', 'Select', 'Curves', 'Time', 'Units', 'Title', 'File', 'Size'}, where);
o.Time = time_of (sol, o);
drawn = sol.xe >= o.Time(1) & sol.xe <= o.Time(2);
o.Events = [reshape(sol.xe(drawn), 1, []); reshape(sol.ie(drawn), 1, [])];
if isfield (o, 'Select')
    o.Select = plot_select (sol, o.Select);
else
    o.Select = [];
end
o.Panels = panels_of (sol, sys, o);
o.Curves = curves_of (o);
o.Units = units_of (o);
if ~isfield (o, 'Title')
    o.Title = plot_head (sol);
elseif ~ischar (o.Title) || size (o.Title, 1) > 1
    wrong ('Title', 'a text', o.Title);
end
o = plot_file_options (o, where, [750, min(1000, 120 + 150 * numel (o.Panels))]);

end

function wrong (name, expected, value)
error ('geoms:plot:value', 'geomsplot: ''%s'' must be %s, not %s.', name, expected, ...
    check_described (value));
end

% the part of the run that is drawn, [smaller larger]
function span = time_of (sol, o)
span = sort (sol.t([1, end]));
if ~isfield (o, 'Time')
    return
end
given = o.Time;
if ~isnumeric (given) || ~isreal (given) || numel (given) ~= 2 || ~all (isfinite (given)) ...
        || given(1) == given(2)
    wrong ('Time', 'two times, [from to]', given);
end
given = sort (double (full (reshape (given, 1, 2))));
if given(1) > span(2) || given(2) < span(1)
    error ('geoms:plot:time', 'geomsplot: the run, t = %g ... %g, has no part in ''Time'', %g ... %g.', ...
        span, given);
end
span = [max(span(1), given(1)), min(span(2), given(2))];
end

% ---- panels ----

function words = panels_of (sol, sys, o)
blocks = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'};
known = [blocks, {'record', 'residual', 'step', 'energy'}];
if ~isfield (o, 'Panels')
    words = those_there (sol, o, blocks, known);
    return
end
words = o.Panels;
if ischar (words) && size (words, 1) == 1
    words = {words};
end
if ~iscellstr (words) || isempty (words)
    wrong ('Panels', 'a word or a cell of words', words);
end
words = reshape (words, 1, []);
for i = 1:numel (words)
    at = find (strcmpi (words{i}, known));
    if isempty (at)
        error ('geoms:plot:panel', 'geomsplot has no panel ''%s''. %s', words{i}, ...
            check_nearest (words{i}, known));
    end
    words{i} = known{at};
    check_there (sol, sys, words{i}, blocks);
end
end

function words = those_there (sol, o, blocks, known)
drawn = blocks(cellfun (@(b) size (sol.(b), 1) > 0, blocks));
if ~isempty (o.Select)
    drawn = drawn(cellfun (@(b) ~isempty (o.Select.(b)), drawn));
end
more = known(8:10);
there = [size(sol.record, 1) > 0, sol_has_residuals(sol), ~isempty(plot_steps(sol))];
words = [drawn, more(there)];
end

function check_there (sol, sys, word, blocks)
if any (strcmp (word, blocks)) && size (sol.(word), 1) == 0
    error ('geoms:plot:empty', 'geomsplot: the solution has no unknowns %s.', word);
elseif strcmp (word, 'record') && size (sol.record, 1) == 0
    error ('geoms:plot:empty', ['geomsplot: nothing was recorded in this run; run it with the ', ...
        'option ''Record''.']);
elseif strcmp (word, 'residual') && ~sol_has_residuals (sol)
    error ('geoms:plot:empty', ['geomsplot: there are no residuals to draw: the system has no ', ...
        'constraints, or the run had the option Residuals ''off''.']);
elseif strcmp (word, 'energy') && isempty (sys)
    error ('geoms:plot:system', ['geomsplot: the energy needs the system of the run: ', ...
        'geomsplot (sol, sys, ''Panels'', ''energy'').']);
elseif strcmp (word, 'energy')
    tree_results_check (sol, sys, 'geomsplot: the panel ''energy''');
end
end

% ---- numbers and texts ----

function count = curves_of (o)
count = 8;
if isfield (o, 'Curves')
    count = o.Curves;
    if ~isnumeric (count) || ~isreal (count) || numel (count) ~= 1 || ~(count >= 1) || count > 100 ...
            || count ~= round (count)
        wrong ('Curves', 'a whole number from 1 to 100', count);
    end
    count = double (count);
end
end

function units = units_of (o)
units = struct ();
if ~isfield (o, 'Units')
    return
end
units = o.Units;
if ~isstruct (units) || numel (units) ~= 1
    wrong ('Units', 'a struct of texts, struct (''t'', ''s'', ''p'', ''m'')', units);
end
known = {'t', 'p', 'v', 'r', 'w', 's', 'lambda', 'mu', 'record', 'step', 'energy'};
names = fieldnames (units);
for i = 1:numel (names)
    if ~any (strcmp (names{i}, known))
        error ('geoms:plot:panel', 'geomsplot: ''Units'' has a field ''%s'', which is no axis. %s', ...
            names{i}, check_nearest (names{i}, known));
    elseif ~ischar (units.(names{i})) || size (units.(names{i}), 1) ~= 1
        wrong (['Units.', names{i}], 'a text', units.(names{i}));
    end
end
end
