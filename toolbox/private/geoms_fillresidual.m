function sol = geoms_fillresidual (problem, handle, sol)
%GEOMS_FILLRESIDUAL  Residuals that the run before did not come to, because it was broken off.

if strcmp (geomsget (problem.options, 'Residuals'), 'off')
    return
end
missing = find (all (isnan (sol.residual.relative(1:2, :)), 1));
if isempty (missing)
    return
end
[~, a, relative, status, err] = geoms_gateway ('project', handle, problem.core, ...
    sol.t(missing), sol.y(:, missing), 0);
if status ~= 0 || ~isempty (err)
    return
end
found = geoms_residual (problem.sys, a, relative, numel (missing));
for name = fieldnames(found)'
    values = sol.residual.(name{1});
    values(:, missing) = found.(name{1});
    sol.residual.(name{1}) = values;
end

end
