function hooks = run_hooks (problem, handle)
%RUN_HOOKS  What the gateway calls during a run besides the equations, see hooks.c there.

settings = problem.settings;
hooks = struct ('guard', @call_guard, 'events', problem.events.evaluate, ...
    'recorded', problem.events.recorded, ...
    'action', problem.events.action, 'selector', problem.selector.evaluate, 'monitor', [], ...
    'outputs', ~isempty (problem.output), 'progress', 0, 'checkpoint', 0, 'slow', 0);
if ~run_is_watched (problem)
    return
end
if strcmp (settings.Progress, 'on')
    hooks.progress = 0.5;
end
if ~isempty (settings.Checkpoint)
    hooks.checkpoint = settings.CheckpointInterval;
end
if strcmp (settings.Display, 'on')
    hooks.slow = 20;
end
hooks.monitor = @(first, t, x, now, due) run_monitor (problem, handle, first, t, x, now, due);

end
