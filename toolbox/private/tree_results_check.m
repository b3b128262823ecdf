function tree_results_check (sol, sys, where)
%TREE_RESULTS_CHECK  Raises an error unless sys is the system of a tree and sol a run of it.

check_solution (sol, 'geoms:results:solution');
check_system (sys);
if ~strcmp (sys.form, 'tree')
    error ('geoms:results:system', ['%s needs bodies: a system that geomssys (tree) ', ...
        'describes, not one of the form ''%s''.'], where, sys.form);
end
if ~isequal (sol.extdata.dims, sys.dims) || ~isequal (sol.extdata.names, sys.names)
    error ('geoms:results:system', ['%s: the solution is of another system than this one: ', ...
        'numbers or names of their unknowns differ.'], where);
end

end
