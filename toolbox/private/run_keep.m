function run_keep (handle, problem)
%RUN_KEEP  Last act of an integration: after Ctrl-C, keeps the partial solution and frees the run.
%   The residuals are evaluated in batches; those of the last one are NaN then.

if gate_call ('alive', handle)
    [sol, found] = sol_make (problem, handle);
    gate_call ('free', handle);
    sol = sol_set_info (sol, 'INTERRUPTED', '');
    text = sol_chatter (problem, found, sol);
    sol.info.remedy = [sol.info.remedy, text];
    sol = sol_record (problem, sol, sol.info);
    run_partial (sol);
    if ~isempty (text) && ~strcmp (problem.settings.Display, 'off')
        run_warn ('geoms:steps:chatter', '%s', text(2:end));
    end
    run_end (problem, found, sol.info.idid, []);
    if ~isempty (problem.settings.Checkpoint)
        run_checkpoint (problem.settings.Checkpoint, sol);
    end
end

end
