function sol = geoms_solution (problem, found)
%GEOMS_SOLUTION  The struct that GEOMS returns, from what the gateway has found. Plain arrays only.

sys = problem.sys;
if isempty (found.t)
    found.t = problem.tspan(1);
    found.x = problem.x0;
    found.residual = [];
end
sol.solver = 'geoms';
sol.x = found.t;
sol.y = found.x;
sol.xe = [];
sol.ye = [];
sol.ie = [];
sol.stats = statistics (found);
sol.idata = struct ('step_t', found.step_t, 'step_x', found.step_x);
sol.extdata = struct ('dims', sys.dims, 'index', sys.index, 'names', sys.names, ...
    'options', problem.options, 'tspan', problem.tspan, 'x0', problem.x0, ...
    'h_next', found.h_next);
sol.t = sol.x;
for block = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'}
    sol.(block{1}) = sol.y(sys.index.(block{1}), :);
end
sol.residual = geoms_residual (sys, found.residual, found.relative, numel (sol.t));
report = found.report;
sol.info = struct ('status', geoms_statusword (report.idid), 'idid', report.idid, ...
    'name', report.name, 'identifier', report.identifier, 'message', report.message, ...
    'remedy', report.remedy, 't', report.t, 'h', report.h, 'component', report.component, ...
    'value', report.value, 'limit', report.limit);

end

% MATLAB's six, the counters of the core, callbacks and seconds
function stats = statistics (found)
c = found.counters;
stats = struct ('nsteps', c.naccpt, 'nfailed', c.nerjct + c.ncrjct, ...
    'nfevals', c.neom + c.neomjac + c.neomout, 'npds', c.njac, 'ndecomps', c.nedec, ...
    'nsolves', c.nbsub);
names = fieldnames (c);
for i = 1:numel (names)
    stats.(names{i}) = c.(names{i});
end
stats.callbacks = found.calls;
stats.seconds = found.seconds;
stats.secondsCallbacks = found.seconds_callbacks;
end
