function check_levels_invariant (sys, core, tspan, x)
%CHECK_LEVELS_INVARIANT  Solution invariants must be constant along the motion.
%   de/dt = 0 along the flow, at two consistent states: the one that belongs to the start, and one
%   beside it with other velocities. Without gII there is no consistent state, and no check.

if sys.reduced
    return
end
rda = sys_rda (sys, core);
row = sys_rows (sys.dims);
index = sys.index;
longest = diff_longest (tspan);
start = diff_point (sys, tspan(1), x, 1);
start.x(index.v) = x(index.v);
points = {start, diff_point(sys, tspan(1), x, 2)};
for i = 1:2
    point = try_to (@() consistent (sys, rda, row, points{i}));
    if isempty (point)
        continue
    end
    flow = sys_flow (sys, core, rda, point, rda (point.t, point.x));
    if all (isfinite (flow))
        compare (rda, row, point, flow, longest, index);
    end
end

end

function compare (rda, row, point, flow, longest, index)
[q, noise] = diff_along (rda, point, 1, flow, longest);
scale = 0;
for block = {'p', 'v', 's'}
    part = zeros (size (flow));
    part(index.(block{1})) = flow(index.(block{1}));
    alone = diff_along (rda, point, 0, part, longest);
    scale = scale + abs (alone(row.e));
end
found = q(row.e);
bad = find (abs (found) > 1e-4 * scale + 20 * noise(row.e) + 1e-9, 1);
if ~isempty (bad)
    error ('geoms:check:invariant', ['Row %d of the invariant is not constant along the ', ...
        'motion: its time derivative is %.9g %s, where its terms are of size %.3g. Check the ', ...
        'invariant against the forces; friction or a constraint that depends on t may feed ', ...
        'it.'], bad, found(bad), point.where, scale(bad));
end
end

% all constraints are met: first the positions, then the velocities, then w, lambda and mu
function point = consistent (sys, rda, row, point)
index = sys.index;
groups = {
    [row.c, row.g], [index.s, index.p]
    [row.c, row.g, row.gI, row.h, row.e], [index.v, index.s, index.p]
    [row.d, row.gII, row.hI], [index.w, index.lambda, index.mu]};
for i = 1:3
    if isempty (groups{i, 1})
        continue
    end
    point.x = diff_point_onto (sys, @(t, x) select (rda (t, x), groups{i, 1}), point, ...
        groups{i, 2});
    if any (isnan (point.x))
        point = [];
        return
    end
end
end

function y = select (y, places)
y = y(places, :);
end

% a state need not exist, nor the functions be defined there
function point = try_to (fcn)
point = [];
try
    point = fcn ();
catch e %#ok<NASGU>
end
end
