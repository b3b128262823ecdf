function [sol, found] = sol_make (problem, handle)
%SOL_MAKE  The struct that GEOMS returns, from what a run in the gateway has found. Plain arrays only.
%   Also of a run that has not ended. found: the rest of what the gateway knows of the run.

[sol, found] = gate_call ('solution', handle, sol_shape (problem), problem.x0);
sol = sol_complete (problem, found, sol);

end
