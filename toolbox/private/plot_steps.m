function ends = plot_steps (sol)
%PLOT_STEPS  Begin and end of the accepted steps, 2 x steps; none where the run has not kept them.

ends = sol.idata.dense.t;
if isempty (ends) && numel (sol.t) == sol.stats.nsteps + 1
    ends = [sol.t(1:end - 1); sol.t(2:end)];
end
ends = ends(:, ends(1, :) ~= ends(2, :));

end
