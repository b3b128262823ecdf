function handle = gate_native_run (core, tspan, x)
%GATE_NATIVE_RUN  A run of a native system, to evaluate its functions; whoever calls this frees it.

x(isnan (x)) = 0;
some = 1e-6 * ones (size (x));
handle = gate_call ('create', core, struct (), struct ('rtol', some, 'atol', some, ...
    'tspan', tspan([1, end]), 'x0', x, 'fixed', [], 'weights', [], ...
    'independent', [], 'reduced', false, 'state', [], 'nevents', 0, ...
    'action', false, 'output', false));

end
