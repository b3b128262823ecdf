function yes = run_is_watched (problem)
%RUN_IS_WATCHED  Whether anybody looks at a run while it goes on, see RUN_MONITOR.

settings = problem.settings;
yes = ~isempty (problem.output) || ~isempty (settings.Checkpoint) ...
    || any (strcmp ('on', {settings.Progress, settings.Display}));

end
