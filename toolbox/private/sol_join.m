function sol = sol_join (problem, new)
%SOL_JOIN  The solution of a run that goes on, behind that of the run before.
%   problem.before   the solution so far
%   problem.cut      time from which on the new one counts; what the old one has beyond it is
%                    computed again. [] : a new start at its end; both states are kept

old = problem.before;
cut = problem.cut;
direction = sign (problem.tspan(end) - problem.tspan(1));
sol = new;
if isempty (cut)
    points = true (1, numel (old.t));
    fresh = true (1, numel (new.t));
    steps = true (1, size (old.idata.dense.t, 2));
    events = true (1, numel (old.xe));
else
    points = direction * (old.t - cut) <= 0;
    fresh = direction * (new.t - cut) > 0;
    steps = direction * (old.idata.dense.t(2:2:end) - cut) <= 0;
    events = direction * (old.xe - cut) <= 0;
end

if numel (old.extdata.tspan) > 2
    fresh = fresh & ismember (new.t, problem.tspan);
end
for name = {'x', 't', 'y', 'p', 'v', 'r', 'w', 's', 'lambda', 'mu'}
    sol.(name{1}) = joined (old.(name{1}), points, new.(name{1}), fresh);
end
for name = fieldnames(new.residual)'
    sol.residual.(name{1}) = joined (old.residual.(name{1}), points, new.residual.(name{1}), ...
        fresh);
end
sol.info.massless = old.info.massless;
sol.info.condition = [old.info.condition(:, points), new.info.condition(:, fresh)];
if isfield (new.info, 'partition')
    sol.info.partition = partition (old, new, isempty (problem.state), sol.info.condition(2, :));
end
if isfield (new.info, 'selector')
    sol.info.selector = selector (old, new, isempty (problem.state));
end
sol.info.extra = extra (old.info, new.info.extra, isempty (problem.state));
sol.record = zeros (0, numel (sol.t));
sol.idata.dense = sol_join_dense (old.idata.dense, steps, new.idata.dense);
for name = {'xe', 'ye', 'ie'}
    sol.(name{1}) = joined (old.(name{1}), events, new.(name{1}), ':');
end
sol.extdata.x0 = old.extdata.x0;
before = direction * (old.extdata.tspan - problem.tspan(2)) < 0;
sol.extdata.tspan = [old.extdata.tspan(before), problem.tspan(2:end)];
if numel (old.extdata.tspan) == 2
    sol.extdata.tspan = [old.extdata.tspan(1), problem.tspan(end)];
end
sol.extdata.tree = parts (old.extdata.tree, new.extdata.tree, direction);
sol.stats = add_up (old, new, isempty (cut));

end

function both = joined (old, some, new, others)
both = [old(:, some), new(:, others)];
end

% numbers of a tree: those of the run before up to the new begin, and the new ones if they differ
function list = parts (list, new, direction)
if isempty (new)
    return
end
list = list(direction * ([list.from] - new.from) < 0);
if isempty (list) || ~isequal (rmfield (list(end), 'from'), rmfield (new, 'from'))
    list = [list, new];
end
end

% the same for the choice of coordinates; the run before may have had another formulation
function p = partition (old, new, add, condition)
p = new.info.partition;
p.condition = condition;
if ~add || ~isfield (old.info, 'partition')
    return
end
q = old.info.partition;
if q.worst > p.worst
    p.worst = q.worst;
    p.worstTime = q.worstTime;
end
if isfield (p, 'passed') && isfield (q, 'passed')
    p.switched = q.switched + p.switched;
    p.passed = q.passed + p.passed;
    p.passedTimes = [q.passedTimes, p.passedTimes];
end
end

% the same for rows of the user
function s = selector (old, new, add)
s = new.info.selector;
if ~add || ~isfield (old.info, 'selector')
    return
end
q = old.info.selector;
less = q.seen < s.seen;
s.seen(less) = q.seen(less);
s.t(less) = q.t(less);
s.passed = q.passed + s.passed;
if q.passed > 0
    s.passedTime = q.passedTime;
end
end

% the largest of both runs; the one before may have had another formulation
function e = extra (before, e, add)
if ~add || ~isequal (fieldnames (before.extra), fieldnames (e))
    return
end
for name = fieldnames (e)'
    e.(name{1}) = max (before.extra.(name{1}), e.(name{1}));
end
end

% the core goes on counting where a run goes on; a new start counts from zero
function stats = add_up (old, new, all_of_them)
stats = new.stats;
names = {'callbacks', 'seconds', 'secondsCallbacks'};
if all_of_them
    names = fieldnames (stats)';
end
for name = names
    stats.(name{1}) = old.stats.(name{1}) + new.stats.(name{1});
end
end
