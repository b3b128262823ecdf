function done = run_done (problem, t)
%RUN_DONE  Which part of a run is done at t: 0 to 1. Of a run that goes on only the new part counts.

begin = [problem.cut, problem.tspan(1)];
done = min (max ((t - begin(1)) / (problem.tspan(end) - begin(1)), 0), 1);

end
