function problem = run_problem (sys, tspan, x0, opts)
%RUN_PROBLEM  Everything about one integration, checked: what 'create' of the gateway needs.
%   tspan has been checked. In x0 NaN stands for w, lambda and mu that are to be computed.
%   given             n x 1, true for the components that x0 has
%   fixed, weights    n x 1, see geomsinit; [] : none
%   independent       nv x 1, 1 for the independent velocities; [] : chosen by pivoting
%   state, before, cut    of a run that goes on: state, solution so far, see sol_join; [] : none
%   refine, steps_only     points per step; whether the solution holds but the steps then

problem.tspan = tspan;
[problem.sys, problem.x0, problem.given] = init_values (sys, tspan(1), x0);
problem.options = opts;
problem.rtol = opt_tolerance (problem.sys, 'RelTol', opts.RelTol);
problem.atol = opt_tolerance (problem.sys, 'AbsTol', opts.AbsTol);
check_effect (opts, problem.sys);
check_second_derivatives (problem.sys, geomsget (opts, 'Formulation'), geomsget (opts, 'Method'));
problem.core = derive_differences (problem.sys, gate_system (problem.sys), tspan, problem.x0);
problem.fixed = [];
problem.weights = [];
problem.independent = opt_independent (problem.sys, opts);
problem.state = [];
problem.before = [];
problem.cut = [];
problem.refine = 1;
problem.steps_only = true;
problem.events = run_no_events ();
problem.output = [];
problem.record = [];

end

function check_effect (opts, sys)
formulation = geomsget (opts, 'Formulation');
method = geomsget (opts, 'Method');
[names, belongs] = opt_unused (opts, formulation, method, sys);
if ~isempty (names)
    error ('geoms:options:unused', ['%s belongs to %s: with Formulation ''%s'' and Method ''%s'' it ', ...
        'would do nothing. Remove it.'], names{1}, belongs{1}, formulation, method);
end
end
