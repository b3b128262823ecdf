function handle = geoms_create (problem)
%GEOMS_CREATE  A run in the gateway; whoever calls this frees it.

handle = geoms_gateway ('create', problem.core, problem.options, problem.rtol, problem.atol, ...
    problem.tspan, problem.x0);

end
