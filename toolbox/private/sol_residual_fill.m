function sol = sol_residual_fill (problem, handle, sol)
%SOL_RESIDUAL_FILL  Residuals that the run before did not come to, because it was broken off.

if strcmp (problem.settings.Residuals, 'off')
    return
end
missing = find (all (isnan (sol.residual.relative(1:2, :)), 1));
if isempty (missing)
    return
end
[~, a, relative, status, err] = gate_call ('project', handle, problem.core, ...
    sol.t(missing), sol.y(:, missing), 0);
if status ~= 0 || ~isempty (err)
    return
end
found = sol_residual (problem.sys, a, relative, numel (missing));
for name = fieldnames(found)'
    values = sol.residual.(name{1});
    values(:, missing) = found.(name{1});
    sol.residual.(name{1}) = values;
end

end
