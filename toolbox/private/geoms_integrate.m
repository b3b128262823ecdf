function sol = geoms_integrate (problem)
%GEOMS_INTEGRATE  Runs one integration and collects what it has found.
%   The keeper sees to it that the run is freed and its partial solution kept whatever happens:
%   after Ctrl-C nothing here is executed but it.

if ~isempty (problem.output) && ~isempty (problem.state)
    start_again (problem);
end
handle = geoms_create (problem);
keeper = onCleanup (@() geoms_keep (handle, problem));
[status, err] = geoms_gateway ('run', handle, problem.core, geoms_hooks (problem, handle));
code = geoms_code ('INTERRUPTED');
interrupted = status == code.idid;
found = geoms_gateway ('get', handle);
err = geoms_end (problem, found, status, err);
sol = geoms_solution (problem, found);
if isempty (err) && ~isempty (problem.before)
    sol = geoms_fillresidual (problem, handle, sol);
end
if ~isempty (err)
    sol = geoms_threw (problem.sys, found, sol, err);
elseif interrupted
    sol = geoms_setinfo (sol, 'INTERRUPTED', '');
else
    sol = geoms_blamefinite (problem.sys, found, sol);
end
[sol, err] = geoms_record (problem, sol, err);
if ~isempty (geomsget (problem.options, 'Checkpoint'))
    geoms_writefile (problem.options.Checkpoint, sol);
end

if ~isempty (err) || interrupted
    geoms_partial (sol);
end
geoms_gateway ('free', handle);
if ~isempty (err)
    geoms_raise (err);
elseif interrupted
    error ('geoms:interrupted', '%s %s', sol.info.message, sol.info.remedy);
end

end

% a run that goes on has no start of its own: OutputFcn begins where the new outputs begin
function start_again (problem)
old = problem.before;
direction = sign (problem.tspan(end) - problem.tspan(1));
last = find (direction * (old.t - problem.cut) <= 0, 1, 'last');
problem.output ([old.t(last), problem.tspan(end)], old.y(problem.output_rows, last), 'init');
end
