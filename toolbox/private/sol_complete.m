function sol = sol_complete (problem, found, sol)
%SOL_COMPLETE  sol, as the gateway makes it (solution.c there), with what the toolbox alone knows; behind the
%   solution so far of a run that goes on. found: what else the gateway knows of the run.

sol.extdata = extdata (problem, found, sol);
sol.info = sol_info (problem, found, sol);
if ~isempty (problem.before)
    sol = sol_join (problem, sol);
end

end

% what the other functions need to know; of functions only names are kept, and which there were
function data = extdata (problem, found, sol)
sys = problem.sys;
x0 = problem.x0;
unknown = isnan (x0);
x0(unknown) = sol.y(unknown, 1);
data = struct ('dims', sys.dims, 'index', sys.index, 'names', sys.names, 'options', ...
    problem.options, 'functions', {{}}, 'tspan', problem.tspan, 'x0', x0, ...
    'method', found.method, 'h_next', found.h_next, ...
    't_end', found.t_end, 't_state', found.state_t, 'x_state', found.state_x, 'events', ...
    problem.events.count, 'tree', tree_numbers_of (sys, run_from (problem)));
opts = problem.options;
if isa (opts.Selector, 'function_handle')
    data.functions = {'Selector'};
    data.options.Selector = [];
end
if isempty (opts.Events) && isempty (opts.EventAction) && isempty (opts.OutputFcn) && isempty (opts.Record)
    return
end
for name = {'Events', 'EventAction', 'OutputFcn', 'Record'}
    value = opts.(name{1});
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
