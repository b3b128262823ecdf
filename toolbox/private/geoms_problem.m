function problem = geoms_problem (sys, tspan, x0, opts)
%GEOMS_PROBLEM  Everything about one integration, checked: what 'create' of the gateway needs.

problem.tspan = geoms_tspan (tspan);
[problem.sys, problem.x0] = geoms_start (sys, problem.tspan(1), x0);
problem.options = opts;
problem.rtol = geoms_tolerance (problem.sys, 'RelTol', opts.RelTol);
problem.atol = geoms_tolerance (problem.sys, 'AbsTol', opts.AbsTol);
if problem.sys.reduced && ~strcmp (geomsget (opts, 'Formulation'), 'psi1')
    error ('geoms:system:reduced', ['''eom'' returns no rows gII and hI: only Formulation ', ...
        '''psi1'' can do without them; set it, or add the rows.']);
end
if isfield (problem.sys.functions, 'ivcond')
    error ('geoms:system:ivcond', ['''ivcond'' is not used yet: this version corrects initial ', ...
        'values by the smallest change. Leave it out, or give consistent initial values.']);
end
problem.core = geoms_core (problem.sys);

end
