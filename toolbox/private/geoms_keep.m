function geoms_keep (handle, problem)
%GEOMS_KEEP  Last act of an integration: after Ctrl-C, keeps the partial solution and frees the run.
%   The residuals are evaluated in batches; those of the last one are NaN then.

if geoms_gateway ('alive', handle)
    found = geoms_gateway ('get', handle);
    geoms_gateway ('free', handle);
    sol = geoms_setinfo (geoms_solution (problem, found), 'INTERRUPTED', '');
    sol = geoms_record (problem, sol, sol.info);
    geoms_partial (sol);
    text = geoms_chatter (problem, found);
    if ~isempty (text) && ~strcmp (geomsget (problem.options, 'Display'), 'off')
        geoms_warn ('geoms:steps:chatter', '%s', text(2:end));
    end
    geoms_end (problem, found, sol.info.idid, []);
    if ~isempty (geomsget (problem.options, 'Checkpoint'))
        geoms_writefile (problem.options.Checkpoint, sol);
    end
end

end
