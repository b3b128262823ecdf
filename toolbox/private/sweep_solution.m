function [sol, like] = sweep_solution (problem, found, like)
%SWEEP_SOLUTION  SOL_MAKE for members of a batch, see SWEEP_BATCH: what all have alike is made once.
%   like is [] before the first one. Runs of which more is to be told than numbers are made by SOL_MAKE: those
%   that failed, moved their start, met redundant rows, lost events, or chose coordinates.

if isempty (like) || ~is_plain (problem, found)
    sol = sol_make (problem, found);
    if isempty (like) && is_plain (problem, found)
        like = struct ('sol', sol, 'rows', sys_rows (problem.sys.dims), ...
            'blocks', {blocks_of(sol.info.limiting)});
    end
    return
end
sol = like.sol;
index = problem.sys.index;
y = found.x;
sol.x = found.t;
sol.y = y;
sol.xe = found.event_t;
sol.ye = found.event_x;
sol.ie = found.event_which + 1;
sol.t = found.t;
sol.p = y(index.p, :);
sol.v = y(index.v, :);
sol.r = y(index.r, :);
sol.w = y(index.w, :);
sol.s = y(index.s, :);
sol.lambda = y(index.lambda, :);
sol.mu = y(index.mu, :);
sol.record = zeros (0, numel (found.t));
sol.state = found.state;
sol.idata.dense.t = found.step_t;
sol.idata.dense.x = found.step_x;
sol.residual = residual (problem.sys, like.rows, found);
sol.extdata.x0 = problem.x0;
unknown = isnan (problem.x0);
sol.extdata.x0(unknown) = y(unknown, 1);
sol.extdata.h_next = found.h_next;
sol.extdata.t_state = found.state_t;
sol.extdata.x_state = found.state_x;
sol.stats = statistics (sol.stats, found);
sol.info = about (sol.info, found, like.blocks, index);

end

% nothing is told of it but numbers
function yes = is_plain (problem, found)
x0 = problem.x0;
at = problem.given & ~isnan (x0);
yes = strcmp (found.report.name, 'OK') && problem.refine == 1 && found.missed == 0 ...
    && found.redundant == 0 && ~any (found.dependent) && ~any (found.massless) ...
    && all (found.unique) && ~any (found.independent) && found.worst == 0 && ~any (found.largest) ...
    && size (found.residual, 2) == numel (found.t) && found.t_end == problem.tspan(end) ...
    && all (abs (found.x(at, 1) - x0(at)) <= 1e-9 * abs (x0(at)));
end

function names = blocks_of (limiting)
names = fieldnames (limiting)';
end

function r = residual (sys, row, found)
a = found.residual;
if sys.reduced
    r = sol_residual (sys, a, found.relative, numel (found.t));
    return
end
r = struct ('position', a([row.c, row.g], :), 'velocity', a([row.gI, row.h], :), ...
    'acceleration', a([row.d, row.gII, row.hI], :), 'invariant', a(row.e, :), 'relative', found.relative);
end

% in the order of SOL_MAKE
function stats = statistics (stats, found)
c = found.counters;
values = [{c.naccpt; c.nerjct + c.ncrjct; c.neom + c.neomjac + c.neomout; c.njac; c.nedec; c.nbsub}
    struct2cell(c)
    {found.calls; 0; found.seconds; found.seconds_callbacks}];
stats = cell2struct (values, fieldnames (stats), 1);
end

function info = about (info, found, blocks, index)
report = found.report;
info.condition = found.condition;
info.multipliers = found.multipliers;
info.velocityRows = found.velocity_rows;
for i = 1:numel (blocks)
    info.limiting.(blocks{i}) = found.limiting(index.(blocks{i})).';
end
order = find (found.orders)' - 1;
info.orders = [order; reshape(found.orders(order + 1), 1, [])];
info.levels = '';
info.redundant.count = found.rows';
info.redundant.rank = found.rank';
info.component = report.component;
info.value = report.value;
info.limit = report.limit;
info.t = report.t;
info.h = report.h;
info.message = report.message;
end
