function [sol, like] = sweep_solution (problem, found, like)
%SWEEP_SOLUTION  SOL_MAKE for members of a batch, see SWEEP_BATCH: what all have alike is made once.
%   like is [] before the first one. Runs of which more is to be told than numbers are made by SOL_MAKE: those
%   that failed, moved their start, met redundant rows, lost events, or chose coordinates. All of it stands
%   in one function, because calls would take longer than what they do.

report = found.report;
y = found.x;
x0 = problem.x0;
plain = strcmp (report.name, 'OK') && problem.refine == 1 && found.missed == 0 && found.redundant == 0 ...
    && found.worst == 0 && ~any ([found.dependent; found.massless; found.independent; ~found.unique; ...
    found.largest(:)]) && size (found.residual, 2) == numel (found.t) ...
    && found.t_end == problem.tspan(end);
unknown = isnan (x0);
at = problem.given & ~unknown;
if ~plain || any (abs (y(at, 1) - x0(at)) > 1e-9 * abs (x0(at)))
    sol = sol_make (problem, found);
    return
elseif isempty (like)
    sol = sol_make (problem, found);
    row = sys_rows (problem.sys.dims);
    like = struct ('sol', sol, 'info', sol.info, 'extdata', sol.extdata, 'idata', sol.idata, 'blocks', ...
        {fieldnames(sol.info.limiting)'}, 'names', {fieldnames(sol.stats)}, 'position', [row.c, row.g], ...
        'velocity', [row.gI, row.h], 'acceleration', [row.d, row.gII, row.hI], 'e', row.e);
    return
end
index = problem.sys.index;

% states and events
sol = like.sol;
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

% what goes on from there
sol.state = found.state;
part = like.idata;
part.dense.t = found.step_t;
part.dense.x = found.step_x;
sol.idata = part;
part = like.extdata;
x0(unknown) = y(unknown, 1);
part.x0 = x0;
part.h_next = found.h_next;
part.t_state = found.state_t;
part.x_state = found.state_x;
if strcmp (problem.sys.form, 'tree')
    part.tree = tree_numbers_of (problem.sys, problem.tspan(1));
end
sol.extdata = part;

% residuals and counters
a = found.residual;
if problem.sys.reduced
    sol.residual = sol_residual (problem.sys, a, found.relative, numel (found.t));
else
    sol.residual = struct ('position', a(like.position, :), 'velocity', a(like.velocity, :), ...
        'acceleration', a(like.acceleration, :), 'invariant', a(like.e, :), 'relative', found.relative);
end
c = found.counters;
sol.stats = cell2struct ([{c.naccpt; c.nerjct + c.ncrjct; c.neom + c.neomjac + c.neomout; c.njac; c.nedec; ...
    c.nbsub}; struct2cell(c); {found.calls; 0; found.seconds; found.seconds_callbacks}], like.names, 1);

% info
part = like.info;
part.condition = found.condition;
limiting = part.limiting;
for name = like.blocks
    limiting.(name{1}) = found.limiting(index.(name{1})).';
end
part.limiting = limiting;
order = find (found.orders)' - 1;
part.orders = [order; reshape(found.orders(order + 1), 1, [])];
part.levels = '';
part.redundant.count = found.rows';
part.redundant.rank = found.rank';
part.component = report.component;
part.value = report.value;
part.limit = report.limit;
part.t = report.t;
part.h = report.h;
part.message = report.message;
sol.info = part;

end
