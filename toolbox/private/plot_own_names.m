function names = plot_own_names (sol, block)
%PLOT_OWN_NAMES  The names that the unknowns of a block were given, a row of texts, or {}.

names = {};
given = sol.extdata.names;
if isstruct (given) && isfield (given, block)
    names = reshape (given.(block), 1, []);
end

end
