function sol = geoms_integrate (problem)
%GEOMS_INTEGRATE  Runs one integration and collects what it has found.
%   The keeper sees to it that the run is freed and its partial solution kept whatever happens:
%   after Ctrl-C nothing here is executed but it.

handle = geoms_create (problem);
keeper = onCleanup (@() geoms_keep (handle, problem));
[status, err] = geoms_gateway ('run', handle, problem.core);
sol = geoms_solution (problem, geoms_gateway ('get', handle));
if ~isempty (err)
    sol = geoms_setinfo (sol, -1903, err.message);
elseif status == -1902
    sol = geoms_setinfo (sol, status, '');
else
    geoms_gateway ('free', handle);
    return
end

geoms_partial (sol);
geoms_gateway ('free', handle);
if ~isempty (err)
    geoms_raise (err);
end
error ('geoms:interrupted', '%s %s', sol.info.message, sol.info.remedy);

end
