function tree_tables (problem)
%TREE_TABLES  Warns, before a run, of tables of time of a tree that it outlasts.

sys = problem.sys;
if ~strcmp (sys.form, 'tree') || strcmp (problem.settings.Display, 'off')
    return
end
ends = sort ([run_from(problem), problem.tspan(end)]);
short = '';
others = 0;
for i = reshape (find (~cellfun ('isempty', sys.tree.breaks)), 1, [])
    breaks = sys.tree.breaks{i}([1 end]);
    slack = 1e-9 * diff (breaks);
    inside = breaks(1) <= ends(1) + slack && ends(2) <= breaks(2) + slack;
    constant = ~any (any (sys.tree.coefs{i}(2:end, :)));
    if inside || constant
        continue
    elseif isempty (short)
        short = sprintf ('%s: the table of time has values from t = %.10g to %.10g', ...
            sys.tree.signal_names{i}, breaks);
    else
        others = others + ~strcmp (sys.tree.signal_names{i}, sys.tree.signal_names{i - 1});
    end
end
if isempty (short)
    return
elseif others > 0
    short = sprintf ('%s (and %d more tables are as short)', short, others);
end
run_warn ('geoms:tree:tableEnds', ['%s, and the run goes from t = %.10g to %.10g. Beyond its ', ...
    'ends the first and the last cubic of the spline go on, and may lead anywhere. Give values ', ...
    'for the whole run, or a handle.'], short, ends);

end
