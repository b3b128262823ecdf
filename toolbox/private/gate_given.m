function [options, given] = gate_given (problem)
%GATE_GIVEN  Options and problem of a run as the gateway wants them.

options = problem.options;
options.Refine = problem.refine;
given = struct ('rtol', problem.rtol, 'atol', problem.atol, 'tspan', problem.tspan, ...
    'x0', problem.x0, 'fixed', problem.fixed, 'weights', problem.weights, ...
    'independent', problem.independent, 'reduced', problem.sys.reduced, ...
    'state', problem.state, 'nevents', problem.events.count, ...
    'action', ~isempty (problem.events.action), 'output', needs_output (problem));

end

% whether anybody looks at the run while it goes on
function yes = needs_output (problem)
yes = ~isempty (problem.output) || strcmp (problem.settings.Progress, 'on') ...
    || ~isempty (problem.settings.Checkpoint);
end
