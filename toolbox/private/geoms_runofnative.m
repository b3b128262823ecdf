function handle = geoms_runofnative (core, tspan, x)
%GEOMS_RUNOFNATIVE  A run of a native system, to evaluate its functions; whoever calls this frees it.

some = 1e-6 * ones (size (x));
handle = geoms_gateway ('create', core, struct (), struct ('rtol', some, 'atol', some, ...
    'tspan', tspan([1, end]), 'x0', x, 'fixed', [], 'weights', [], ...
    'independent', [], 'reduced', false, 'state', [], 'nevents', 0, ...
    'action', false, 'output', false));

end
