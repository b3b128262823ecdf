function panels = plot_panels (sol, sys, o)
%PLOT_PANELS  What stands in the panels of geomsplot, a struct array, from top to bottom.
%     word, label   of the panel, of its axis
%     t, y          times (1 x k) and curves (c x k)
%     names, tex    of the curves, and whether they are TeX; others are shown as they are
%     left          number of curves that are not drawn; notes: more lines below the names
%     floor         smallest value of a logarithmic axis, 0 if the axis is linear
%     marks         true if the points are marked

panels = repmat (panel ('', '', [], []), 1, numel (o.Panels));
for i = 1:numel (o.Panels)
    word = o.Panels{i};
    switch word
        case 'residual'
            panels(i) = residuals (sol, o);
        case 'step'
            panels(i) = steps (sol, o);
        case 'energy'
            panels(i) = energy (sol, sys, o);
        otherwise
            panels(i) = unknowns (sol, word, o);
    end
    panels(i).word = word;
    if isfield (o.Units, word)
        panels(i).label = sprintf ('%s in %s', panels(i).label, plot_tex (o.Units.(word)));
    end
end

end

function p = panel (word, label, t, y)
p = struct ('word', word, 'label', label, 't', t, 'y', y, 'names', {{}}, 'tex', [], 'notes', {{}}, ...
    'left', 0, 'floor', 0, 'marks', numel (t) < 2);
end

% ---- unknowns ----

function p = unknowns (sol, block, o)
inside = plot_inside (sol.t, o.Time);
rows = [];
if isstruct (o.Select) && isfield (o.Select, block)
    rows = o.Select.(block);
end
left = 0;
if isempty (rows)
    y = sol.(block);
    [rows, left] = movers (y(:, inside), o.Curves);
end
letter = block;
if any (strcmp (block, {'lambda', 'mu'}))
    letter = ['\', block];
end
if strcmp (block, 'record')
    p = panel (block, block, sol.t(inside), sol.record(rows, inside));
else
    at = sol.extdata.index.(block);
    [t, y] = plot_between (sol, at(rows), inside, o.Time);
    p = panel (block, letter, t, y);
end
[p.names, p.tex] = names_of (sol, block, letter, rows);
p.left = left;
end

% the `most` rows with the largest range, in their order
function [rows, left] = movers (y, most)
count = size (y, 1);
left = max (0, count - most);
rows = 1:count;
if left > 0
    [~, order] = sort (max (y, [], 2) - min (y, [], 2), 'descend');
    rows = sort (reshape (order(1:most), 1, []));
end
end

function [names, tex] = names_of (sol, block, letter, rows)
own = plot_own_names (sol, block);
tex = isempty (own);
if ~tex
    names = own(rows);
elseif size (sol.(block), 1) == 1
    names = {letter};
else
    names = arrayfun (@(j) sprintf ('%s_{%d}', letter, j), rows, 'UniformOutput', false);
end
tex = repmat (tex, 1, numel (names));
end

% ---- residuals, steps, energy ----

function p = residuals (sol, o)
inside = plot_inside (sol.t, o.Time);
levels = {'position', 'velocity', 'acceleration'};
there = cellfun (@(level) size (sol.residual.(level), 1) > 0, levels);
y = sol.residual.relative(there, :);
names = levels(there);
if size (sol.residual.invariant, 1) > 0
    y = [y; max(abs (sol.residual.invariant), [], 1)];
    names = [names, {'invariants'}];
end
for i = 1:numel (names)
    names{i} = sprintf ('%s: %.2g', names{i}, max (y(i, :)));
end
p = panel ('', 'residuals', sol.t(inside), y(:, inside));
p.names = names;
p.tex = false (1, numel (names));
p.floor = 1e-17;
p.marks = sum (inside) < 60;
end

% a line as long as the step, as high as its size
function p = steps (sol, o)
ends = plot_steps (sol);
ends = ends(:, max (ends, [], 1) > o.Time(1) & min (ends, [], 1) < o.Time(2));
sizes = abs (ends(2, :) - ends(1, :));
p = panel ('', 'steps', reshape (ends, 1, []), reshape ([sizes; sizes], 1, []));
p.floor = realmin;
p.marks = size (ends, 2) < 60;
p.names = {sprintf('%d accepted', sol.stats.nsteps)};
p.tex = false;
p.notes = {sprintf('%d rejected', sol.stats.nfailed)};
orders = sol.info.orders;
if size (orders, 2) > 1
    p.notes = [p.notes, arrayfun(@(k) sprintf ('order %d: %d', orders(:, k)), 1:size (orders, 2), ...
        'UniformOutput', false)];
end
if isempty (ends)
    p.names = {};
    p.tex = true (1, 0);
    p.notes = [{'sizes not kept', '(option Dense)', sprintf('%d accepted', sol.stats.nsteps)}, p.notes];
end
end

function p = energy (sol, sys, o)
t = unique (plot_between (sol, [], plot_inside (sol.t, o.Time), o.Time));
if sol.t(end) < sol.t(1)
    t = fliplr (t);
end
e = geomsenergy (sol, sys, t);
p = panel ('', 'energy', t, [e.kinetic; e.potential; e.total; e.work]);
p.names = {'kinetic', 'potential', 'total', 'work'};
p.tex = false (1, 4);
end
