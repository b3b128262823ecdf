function sweep_threads (s, list, store, first)
%SWEEP_THREADS  Members of a sweep by threads: entries into the store, in their order.
%   first is the problem of a member that can be begun, see SWEEP_FIRST. Members whose numbers can be put
%   in the place of its own take nothing else (SWEEP_BATCH); others are prepared one by one. What cannot
%   be begun in this way, or fails at its start, is left to GEOMS, which says why. A window of members has
%   begun or waits: as many as keep all threads busy while this one collects, few where states are large.

handle = gate_call ('sweepbegin', s.workers);
cleaner = onCleanup (@() gate_call ('free', handle));
batch = sweep_batch (s, list, first);
window = max (2 * s.workers, min (400, ceil (2e4 / max (1, numel (first.x0)))));
problems = cell (1, numel (list));
next = 1;
like = [];
watch = sweep_watch (s, [], 0);
told = ~strcmp (s.progress, 'off');
for i = 1:numel (list)
    if next - i <= window / 2
        [problems, next] = add (s, list, handle, batch, first, problems, next, ...
            min (i + window, numel (list) + 1));
    end
    if isempty (problems{i})
        entry = sweep_one (s, list(i));
    else
        [entry, like] = collect (s, list(i), handle, problems{i}, batch, i, like);
    end
    problems{i} = [];
    sweep_store ('put', store, list(i), entry);
    if told
        watch = sweep_watch (s, watch, i);
    end
end

end

% members number `next` to `last` - 1 of the list
function [problems, next] = add (s, list, handle, batch, first, problems, next, last)
while next < last
    if batch.fits(next)
        count = find ([~batch.fits(next + 1:last - 1), true], 1);
        at = next:next + count - 1;
        add_batch (handle, batch, at);
        problems(at) = {'batch'};    % made where it is needed
    else
        at = next;
        problems{at} = add_one (s, list(at), handle, first);
    end
    next = next + numel (at);
end
end

function add_batch (handle, batch, at)
q = batch.Q(:, at(1:end * ~isempty (batch.Q)));
gate_call ('sweepadd', handle, batch.problem.core, batch.options, batch.given, ...
    batch.problem.events.recorded, batch.X(:, at), q);
end

% [] : it cannot be begun, or not by a thread
function problem = add_one (s, k, handle, first)
problem = [];
try
    if strcmp (first.sys.form, 'tree') && ~isempty (s.Q)
        problem = other_numbers (s, k, first);
    else
        [sys, x0] = sweep_member (s, k);
        problem = run_listen (run_start (sys, s.tspan, x0, s.opts));
        if ~sweep_fits_threads (problem)
            problem = [];
            return
        end
    end
    [options, given] = gate_given (problem);
    gate_call ('sweepadd', handle, problem.core, options, given, problem.events.recorded, problem.x0, []);
catch e
    if strcmp (e.identifier, 'geoms:interrupted')
        rethrow (e);
    end
    problem = [];
end
end

% of a tree parameters are numbers of its tables: all else is as in the first problem
function problem = other_numbers (s, k, problem)
q = sweep_parameters (s, k);
problem.sys = tree_set_parameters (problem.sys, q);
problem.alike = true;
problem.core = gate_system (problem.sys);
if numel (s.X0) > 1
    [~, problem.x0] = init_values (problem.sys, s.tspan(1), tree_start (problem.sys, s.X0(k), s.tspan));
end
if ~isempty (problem.events.recorded)
    problem.events.recorded.parameters = derive_leaves (problem.sys.parameters);
end
end

function [entry, like] = collect (s, k, handle, problem, batch, i, like)
whole = ~ischar (problem);
if ~whole
    problem = batch.problem;
    problem.x0 = batch.X(:, i);
end
[sol, found, made] = gate_call ('sweepnext', handle, 1, sol_shape (problem), problem.x0);
if isempty (sol) && made
    code = gate_code ('INTERRUPTED');
    error ('geoms:interrupted', '%s %s', code.text, code.remedy);
end
if ~made || sol.info.idid < 0 && isempty (sol.state)
    entry = sweep_one (s, k);
    return
end
err = [];
along = mod (log2 (k), 1) == 0 || k == s.count;
failed = sol.info.idid < 0;
alike = ~whole || isfield (problem, 'alike');
if ~whole && (failed || along || isempty (like) || ~isempty (problem.record))
    problem = sweep_batch_problem (s, k, batch, i);
end
if alike
    [sol, like] = sweep_solution (problem, found, sol, like);
else
    sol = sol_complete (problem, found, sol);
end
if failed && sys_recorded (problem.sys)
    [sol, err] = derive_blame (problem.sys, found, sol);
end
if ~isempty (problem.record)
    [sol, err] = sol_record (problem, sol, err);
end
if along
    sol = check_levels_along (problem, sol);
end
if ~isempty (err)
    sol = sweep_failed (s, err, sol);
end
entry = sol;
if ~isempty (s.reduce)
    entry = sweep_entry (s, k, sol);
end
end
