function sol = sol_make (problem, found)
%SOL_MAKE  The struct that GEOMS returns, from what the gateway has found. Plain arrays only.
%   Also of a run that has not ended. What is long stands first, so that a look at sol ends with
%   what became of the run.

sys = problem.sys;
if isempty (found.t)
    found = only_start (problem, found);
elseif problem.steps_only && problem.refine > 1 && numel (problem.tspan) == 2
    found = only_steps (problem, found);
end
sol.solver = 'geoms';
sol.x = found.t;
sol.y = found.x;
sol.xe = found.event_t;
sol.ye = found.event_x;
sol.ie = found.event_which + 1;
sol.t = sol.x;
for block = {'p', 'v', 'r', 'w', 's', 'lambda', 'mu'}
    sol.(block{1}) = sol.y(sys.index.(block{1}), :);
end
sol.record = zeros (0, numel (sol.t));
sol.state = found.state;
sol.idata.dense = struct ('t', found.step_t, 'x', found.step_x, ...
    'node', found.step_node);
sol.extdata = extdata (problem, found);
sol.residual = sol_residual (sys, found.residual, found.relative, numel (sol.t));
sol.stats = statistics (found);
sol.info = sol_info (problem, found);
if ~isempty (problem.before)
    sol = sol_join (problem, sol);
end

end

% a run that did not come to its start
function found = only_start (problem, found)
found.t = problem.tspan(1);
found.x = problem.x0;
found.residual = [];
found.condition = NaN (3, 1);
end

% without the points that Refine has put between the steps; the time of a restart stands twice
function found = only_steps (problem, found)
restarts = cumsum ([false, diff(found.t) == 0]);
number = (0:numel (found.t) - 1) - restarts + ~isempty (problem.state);
keep = mod (number, problem.refine) == 0;
for name = {'t', 'x', 'residual', 'relative', 'condition'}
    values = found.(name{1});
    if size (values, 2) == numel (keep)
        found.(name{1}) = values(:, keep);
    end
end
end

% what the other functions need to know; of functions only names are kept, and which there were
function data = extdata (problem, found)
sys = problem.sys;
x0 = problem.x0;
unknown = isnan (x0);
x0(unknown) = found.x(unknown, 1);
data = struct ('dims', sys.dims, 'index', sys.index, 'names', sys.names, 'options', ...
    problem.options, 'functions', {{}}, 'tspan', problem.tspan, 'x0', x0, ...
    'method', found.method, 'h_next', found.h_next, ...
    't_end', found.t_end, 't_state', found.state_t, 'x_state', found.state_x, 'events', ...
    problem.events.count, 'tree', tree_numbers_of (sys, run_from (problem)));
list = opt_list ();
for entry = list(strcmp ({list.kind}, 'function'))'
    if ~isempty (opt_function (problem.options, entry.name))
        data.functions{end + 1} = entry.name;
    end
    if ~ischar (data.options.(entry.name))
        data.options.(entry.name) = [];
    end
end
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
stats.nchecks = 0;
stats.seconds = found.seconds;
stats.secondsCallbacks = found.seconds_callbacks;
end
