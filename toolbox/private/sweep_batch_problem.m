function problem = sweep_batch_problem (s, k, batch, i)
%SWEEP_BATCH_PROBLEM  The problem of the member k of a sweep, which is number i of a batch, see SWEEP_BATCH.

problem = batch.problem;
problem.x0 = batch.X(:, i);
if ~isempty (batch.Q)
    problem.sys.parameters = sweep_parameters (s, k);
    problem.core.parameters = batch.Q(:, i);
end

end
