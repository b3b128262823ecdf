function run_progress (problem, t, seconds, last)
%RUN_PROGRESS  A bar, see RUN_BAR: how much of the time span is done, time left.
%   last is '' during the run, and how the run ended at its end.

run_bar (run_done (problem, t), sprintf ('t = %.6g', t), seconds, last);

end
