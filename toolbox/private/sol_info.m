function info = sol_info (problem, found)
%SOL_INFO  sol.info: what was chosen, what limited the steps, what became of the run.
%   Besides condition and redundancy of the constraints, what the choice of coordinates was worth,
%   how large multipliers became that should be 0, and which velocities the balance of forces
%   determines, for want of a mass.

sys = problem.sys;
formulation = opt_table (problem.settings.Formulation);
info.condition = found.condition;
if ~isempty (formulation.independent)
    info.partition = partition (sys, found);
end
info.extra = extra (found, formulation);
info.multipliers = found.multipliers;
info.velocityRows = found.velocity_rows;
info.linearSolver = found.linear_solver;
info.notSparse = found.not_sparse;
info.limiting = by_name (sys.index, found.limiting);
info.orders = orders (found.orders);
info.levels = '';
info.derive = sys.derive.status;
if strcmp (sys.form, 'tree') && ~isempty (sys.own)
    info.derive = sys.own.system.derive.status;
end
info.events = problem.events.reason;
info.moved = moved (problem, found);
info.missed = missed (found);
info.redundant = redundancy (sys, found);
if any (found.unique == 0)
    multipliers = [sys.index.lambda, sys.index.mu];
    info.multiplierUnique = logical (found.unique(multipliers).');
end
info.massless = find (found.massless)';
report = found.report;
info.component = report.component;
info.value = report.value;
info.limit = report.limit;
info.t = report.t;
info.h = report.h;
info.name = report.name;
info.identifier = report.identifier;
info.idid = report.idid;
info.status = 'ok';
if ~strcmp (report.name, 'OK')
    info.status = sol_status (report.idid);
end
info.message = report.message;
info.remedy = report.remedy;
if strcmp (info.name, 'OK')
    info.remedy = [info.remedy, sol_chatter(problem, found)];    % Ctrl-C
    return
end
info.message = sys_with_names (sys.names, info.message);
info = tree_undamped (sys, info, problem.x0(sys.index.v));
info.remedy = [info.remedy, tree_short_spring(sys, info.name, found.t(end), found.x(:, end)), ...
    tree_lost_map(sys, info.name, found.t(end), found.x(:, end)), ...
    sol_suspect(problem, found), sol_chatter(problem, found)];

end

% only where a run begins anew
function m = moved (problem, found)
m = [];
if isempty (problem.state)
    m = sol_moved (problem, found.x(:, 1));
end
end

% events that were not found for sure: number, a time, size of the step; or none
function m = missed (found)
m = struct ('event', found.missed, 't', found.missed_t, 'h', found.missed_h);
m = m(found.missed > 0);
end

% condition of C (QR, SVD) or C_d at all outputs, the worst at the end of a step; which coordinates
% were independent at the end, how often others were chosen, how often C_d was passed while singular
function p = partition (sys, found)
p = struct ('condition', found.condition(2, :), 'worst', found.worst, 'worstTime', found.worst_t);
if any (found.independent)
    names = sys_component_names (sys, 'v');
    p.independent = find (found.independent)';
    p.names = names(p.independent);
    p.switched = found.switched;
    p.passed = found.passed;
    p.passedTimes = found.passed_t;
end
end

% of multipliers that are 0 in an exact solution: the largest |.| at the end of a step
function e = extra (found, formulation)
e = struct ();
names = formulation.extra(~strcmp (formulation.extra, 'a'));
for i = 1:numel (names)
    e.(names{i}) = found.largest(i);
end
end

% in how many steps the error was largest in each component
function list = by_name (index, values)
list = struct ();
if isempty (values)
    return
end
for block = fieldnames (index)'
    at = index.(block{1});
    if ~isempty (at)
        list.(block{1}) = values(at).';
    end
end
end

% orders of the steps, and how many there were of each
function list = orders (made)
order = find (made)' - 1;
list = [order; reshape(made(order + 1), 1, [])];
end

% names of the rows that depend on each other; number of rows and rank of the position, velocity and
% acceleration constraints; whether the decomposition was changed for it
function r = redundancy (sys, found)
names = cell (1, 0);
if any (found.dependent)
    names = sys_row_names (sys.dims, sys.names);
    names = names(found.dependent ~= 0);
end
r = struct ('rows', {names}, 'count', found.rows', 'rank', found.rank', ...
    'automatic', found.redundant ~= 0);
end
