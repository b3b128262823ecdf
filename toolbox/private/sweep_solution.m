function [sol, like] = sweep_solution (problem, found, sol, like)
%SWEEP_SOLUTION  SOL_COMPLETE for members of a batch, see SWEEP_BATCH: what all have alike is made once.
%   like is [] before the first one. Runs of which more is to be told than numbers are completed by
%   SOL_COMPLETE: those that failed, moved their start, met redundant rows, lost events, or chose coordinates.

plain = is_plain (problem, found, sol);
if isempty (like) || ~plain
    sol = sol_complete (problem, found, sol);
    if isempty (like) && plain
        like = sol;
    end
    return
end
data = like.extdata;
data.x0 = problem.x0;
unknown = isnan (problem.x0);
data.x0(unknown) = sol.y(unknown, 1);
data.h_next = found.h_next;
data.t_state = found.state_t;
data.x_state = found.state_x;
if strcmp (problem.sys.form, 'tree')
    data.tree = tree_numbers_of (problem.sys, problem.tspan(1));
end
sol.extdata = data;
sol.info.derive = like.info.derive;
sol.info.events = like.info.events;

end

% nothing is told of it but numbers
function yes = is_plain (problem, found, sol)
x0 = problem.x0;
info = sol.info;
at = problem.given & ~isnan (x0);
yes = strcmp (info.name, 'OK') && problem.refine == 1 && isempty (info.missed) ...
    && ~info.redundant.automatic && ~any (found.dependent) && isempty (info.massless) ...
    && ~isfield (info, 'multiplierUnique') && ~any (found.independent) && found.worst == 0 ...
    && ~any (found.largest) && found.t_end == problem.tspan(end) ...
    && all (abs (sol.y(at, 1) - x0(at)) <= 1e-9 * abs (x0(at)));
end
