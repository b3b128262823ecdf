function hooks = run_hooks (problem, handle)
%RUN_HOOKS  What the gateway calls during a run besides the equations, see hooks.c there.

opts = problem.options;
hooks = struct ('guard', @call_guard, 'events', problem.events.evaluate, ...
    'recorded', problem.events.recorded, ...
    'action', problem.events.action, 'monitor', [], 'outputs', ~isempty (problem.output), ...
    'progress', 0, 'checkpoint', 0);
if strcmp (geomsget (opts, 'Progress'), 'on')
    hooks.progress = 0.5;
end
if ~isempty (geomsget (opts, 'Checkpoint'))
    hooks.checkpoint = geomsget (opts, 'CheckpointInterval');
end
hooks.monitor = @(first, t, x, now, due) run_monitor (problem, handle, first, t, x, now, due);

end
