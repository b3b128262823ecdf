function run_slow (problem, t, seconds)
%RUN_SLOW  Warns of a run that will take minutes yet, if it goes on as it has.

done = run_done (problem, t);
left = seconds * (1 - done) / max (done, realmin);
if left < 300 || ~strcmp (problem.settings.Progress, 'off')
    return
end
warning ('geoms:time:slow', ['After %.0f s the run is at t = %.10g, %.2g %% of its span; at this pace it ', ...
    'takes %s more. Ctrl-C ends it, geomslast then has what was computed; MaxWallTime sets a limit, ', ...
    'Progress shows how far it is. A force that jumps, a motion that grows without end, and wrong ', ...
    'hidden constraints make steps tiny; functions that are called (''derive'') make each of them slow.'], ...
    seconds, t, 100 * done, run_duration (left));

end
