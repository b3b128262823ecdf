function run_progress (problem, t, seconds, last)
%RUN_PROGRESS  A bar, see RUN_BAR: how much of the time span is done, time left.
%   last is '' during the run, and how the run ended at its end. Of a run that goes on only the new
%   part counts.

begin = [problem.cut, problem.tspan(1)];
done = (t - begin(1)) / (problem.tspan(end) - begin(1));
run_bar (min (max (done, 0), 1), sprintf ('t = %.6g', t), seconds, last);

end
