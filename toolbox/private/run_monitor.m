function stop = run_monitor (problem, handle, first, t, x, now, due)
%RUN_MONITOR  Called during a run: output function, progress, checkpoint, word of a run that takes long;
%   true ends the run.
%   first      number of the first of the outputs t, x (from 0)
%   now        time that was reached, seconds since the begin
%   due        for which of the four it is called

stop = false;
if due(1)
    stop = run_output (problem, first, t, x);
end
if due(2)
    run_progress (problem, now(1), now(2), '');
end
if due(3)
    write_down (problem, sol_make (problem, handle), now(1));
end
if due(4)
    run_slow (problem, now(1), now(2));
end

end

% before the first step there is nothing to go on from
function write_down (problem, sol, t)
if ~isempty (sol.state)
    sol.info.status = 'running';
    sol.info.message = sprintf ('The run had reached t = %.10g.', t);
    run_checkpoint (problem.settings.Checkpoint, sol);
end
end
