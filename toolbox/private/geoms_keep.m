function geoms_keep (handle, problem)
%GEOMS_KEEP  Last act of an integration: after Ctrl-C, keeps the partial solution and frees the run.
%   The residuals are evaluated in batches; those of the last one are NaN then.

if geoms_gateway ('alive', handle)
    found = geoms_gateway ('get', handle);
    geoms_gateway ('free', handle);
    geoms_partial (geoms_setinfo (geoms_solution (problem, found), -1902, ''));
end

end
