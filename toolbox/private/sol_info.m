function info = sol_info (problem, found, sol)
%SOL_INFO  sol.info: what was chosen, what limited the steps, what became of the run.
%   Most of it comes from the gateway, in sol.info; here is added what the system and the options say: how
%   it was derived, the names of redundant rows and of chosen coordinates, initial values that were moved,
%   how large multipliers became that should be 0, and, where a run has failed, what may be the reason.

sys = problem.sys;
formulation = opt_table (problem.settings.Formulation);
info = sol.info;
if ~isempty (formulation.independent)
    info.partition = partition (sys, found, info.condition);
end
if any (~strcmp (formulation.extra, 'a'))
    info.extra = extra (found, formulation);
end
info.derive = sys.derive.status;
if strcmp (sys.form, 'tree') && ~isempty (sys.own)
    info.derive = sys.own.system.derive.status;
end
info.events = problem.events.reason;
if isempty (problem.state)    % only where a run begins anew
    info.moved = sol_moved (problem, sol.y(:, 1));
end
if any (found.dependent)
    names = sys_row_names (sys.dims, sys.names);
    info.redundant.rows = names(found.dependent ~= 0);
end
if strcmp (info.name, 'OK')
    info.remedy = [info.remedy, sol_chatter(problem, found, sol)];    % Ctrl-C
    return
end
info.status = sol_status (info.idid);
info.message = sys_with_names (sys.names, info.message);
info = tree_undamped (sys, info, problem.x0(sys.index.v));
info.remedy = [info.remedy, tree_short_spring(sys, info.name, sol.t(end), sol.y(:, end)), ...
    tree_lost_map(sys, info.name, sol.t(end), sol.y(:, end)), ...
    sol_grown(problem, found, sol), sol_suspect(problem, found, sol), ...
    sol_chatter(problem, found, sol)];

end

% condition of C (QR, SVD) or C_d at all outputs, the worst at the end of a step; which coordinates
% were independent at the end, how often others were chosen, how often C_d was passed while singular
function p = partition (sys, found, condition)
p = struct ('condition', condition(2, :), 'worst', found.worst, 'worstTime', found.worst_t);
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
