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
y = found.x;
index = sys.index;
count = numel (found.t);
sol = struct ('solver', 'geoms', 'x', found.t, 'y', y, 'xe', found.event_t, 'ye', found.event_x, ...
    'ie', found.event_which + 1, 't', found.t, 'p', y(index.p, :), 'v', y(index.v, :), ...
    'r', y(index.r, :), 'w', y(index.w, :), 's', y(index.s, :), 'lambda', y(index.lambda, :), ...
    'mu', y(index.mu, :), 'record', zeros (0, count), 'state', found.state, 'idata', [], ...
    'extdata', extdata (problem, found), 'residual', sol_residual (sys, found.residual, ...
    found.relative, count), 'stats', statistics (found), 'info', sol_info (problem, found));
sol.idata.dense = struct ('t', found.step_t, 'x', found.step_x, 'node', found.step_node);
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
for name = {'Events', 'EventAction', 'OutputFcn', 'Record'}
    value = problem.options.(name{1});
    if ~isempty (value)
        if ~strcmp (value, 'none')
            data.functions{end + 1} = name{1};
        end
        if ~ischar (value)
            data.options.(name{1}) = [];
        end
    end
end
end

% MATLAB's six, the counters of the core, callbacks and seconds
function stats = statistics (found)
c = found.counters;
names = [{'nsteps'; 'nfailed'; 'nfevals'; 'npds'; 'ndecomps'; 'nsolves'}; fieldnames(c); ...
    {'callbacks'; 'nchecks'; 'seconds'; 'secondsCallbacks'}];
values = [{c.naccpt; c.nerjct + c.ncrjct; c.neom + c.neomjac + c.neomout; c.njac; c.nedec; c.nbsub}
    struct2cell(c)
    {found.calls; 0; found.seconds; found.seconds_callbacks}];
stats = cell2struct (values, names, 1);
end
