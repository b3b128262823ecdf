function sol = run_integrate (problem)
%RUN_INTEGRATE  Runs one integration and collects what it has found.
%   The keeper sees to it that the run is freed and its partial solution kept whatever happens:
%   after Ctrl-C nothing here is executed but it.

if ~isempty (problem.output) && ~isempty (problem.state)
    start_again (problem);
end
handle = gate_create (problem);
keeper = onCleanup (@() run_keep (handle, problem));
[status, err] = gate_call ('run', handle, problem.core, run_hooks (problem, handle));
[sol, found] = sol_make (problem, handle);
interrupted = strcmp (found.report.name, 'INTERRUPTED');
err = run_end (problem, found, status, err);
if isempty (err) && ~isempty (problem.before)
    sol = sol_residual_fill (problem, handle, sol);
end
if ~isempty (err)
    sol = call_blame_thrown (problem.sys, found, sol, err);
elseif interrupted
    sol = sol_set_info (sol, 'INTERRUPTED', '');
    sol.info.remedy = [sol.info.remedy, sol_chatter(problem, found, sol)];
elseif sys_recorded (problem.sys) || has_recorded_times (problem.sys)
    [sol, err] = derive_blame (problem.sys, found, sol);
else
    sol = call_blame_finite (problem.sys, found, sol);
end
[sol, err] = sol_record (problem, sol, err);
if ~isempty (problem.settings.Checkpoint)
    run_checkpoint (problem.settings.Checkpoint, sol);
end

if ~isempty (err) || interrupted
    run_partial (sol);
end
gate_call ('free', handle);
if ~isempty (err)
    gate_raise (err);
elseif interrupted
    error ('geoms:interrupted', '%s %s', sol.info.message, sol.info.remedy);
end

end

% functions of time of a tree
function yes = has_recorded_times (sys)
yes = strcmp (sys.form, 'tree') && ~isempty (sys.tree.recorded);
end

% a run that goes on has no start of its own: OutputFcn begins where the new outputs begin
function start_again (problem)
old = problem.before;
direction = sign (problem.tspan(end) - problem.tspan(1));
last = find (direction * (old.t - problem.cut) <= 0, 1, 'last');
problem.output ([old.t(last), problem.tspan(end)], old.y(problem.output_rows, last), 'init');
end
