function shape = sol_shape (problem)
%SOL_SHAPE  What the gateway must know to make sol: points per step of which the steps alone are wanted,
%   whether the run goes on where another one ended, whether the system gives neither gII nor hI, its begin.

refine = 1;
if problem.steps_only && numel (problem.tspan) == 2
    refine = problem.refine;
end
shape = double ([refine, ~isempty(problem.state), problem.sys.reduced, problem.tspan(1)]);

end
