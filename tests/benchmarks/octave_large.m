function octave_large (full)
% OCTAVE_LARGE  Large systems from Octave: what a step costs, and how well constraints are met.
%   OCTAVE_LARGE prints, for a chain of points from M, f, g alone, a lattice of hinged rods made of
%   bodies, four-bar mechanisms in a row and a suspension bridge: unknowns, rows and their rank,
%   seconds to describe the system, microseconds per step, the process's memory; then, at tolerances
%   1e-3 ... 1e-9, the largest relative and raw residuals of g, gI, gII. The native chain of
%   benchmark_large is the same as the first one. OCTAVE_LARGE (false): a tenth of the sizes. The large
%   lattice runs for 0.1 s: its steps take seconds.

if nargin < 1, full = true; end
tenth = 1;
if ~full, tenth = 10; end
for points = [200 2000] / tenth
    begin = tic ();
    [sys, x0] = chain (points, 0.3);
    shown (sprintf ('chain of %d points', points), sys, x0, 1, toc (begin));
end
begin = tic ();
[sys, x0] = lattice (round (31 / sqrt (tenth)), round (32 / sqrt (tenth)));
shown ('lattice of rods', sys, x0, tenth / 10, toc (begin));
begin = tic ();
[sys, x0] = fourbars (200 / tenth);
shown ('four-bars in a row', sys, x0, 0.5, toc (begin));
begin = tic ();
[sys, bridge] = bridge_system (200 / tenth);
shown ('suspension bridge', sys, struct ('p', bridge.p), 1, toc (begin));

end

function shown (name, sys, x0, last, seconds)
d = sys.dims;
fprintf ('\n%s: n = %d, described in %.2f s\n', name, d.np + d.nv + d.nl, seconds);
for tol = 10 .^ -(3:2:9)
    begin = tic ();
    sol = geoms (sys, [0 last], x0, 'RelTol', tol, 'AbsTol', tol);
    raw = [largest(sol.residual.position), largest(sol.residual.velocity), ...
        largest(sol.residual.acceleration)];
    fprintf (['  %6.0e: %4d steps, %9.0f us each, %9.0f with what is before and behind; rank ', ...
        '%d of %d; relative %7.1e %7.1e %7.1e, raw %7.1e %7.1e %7.1e\n'], tol, ...
        sol.stats.naccpt, 1e6 * sol.stats.seconds / sol.stats.naccpt, ...
        1e6 * toc (begin) / sol.stats.naccpt, sol.info.redundant.rank(2), ...
        sol.info.redundant.count(2), max (sol.residual.relative, [], 2), raw);
end
end

function r = largest (a)
r = max ([0; abs(a(:))]);
end

% ---- points on rods ----

function [sys, x0] = chain (K, angle)
q = (1:K);
p = reshape ([q * sin(angle); -q * cos(angle)], [], 1);
sys = geomssys ('mass', ones (2 * K, 1), 'force', @(t, p, v) weight (K), 'constraint', @rods);
x0 = struct ('p', p);
end

function f = weight (K)
f = repmat ([0; -9.81], K, 1);
end

function g = rods (t, p)
x = [0; p(1:2:end)];
y = [0; p(2:2:end)];
g = (x(2:end) - x(1:end-1)) .^ 2 + (y(2:end) - y(1:end-1)) .^ 2 - 1;
end

% ---- bars that are hinged at each other: bodies that are free in the plane, on held points ----

% Cells are parallelograms, whose flat positions are bifurcations: the lattice hangs, that it does not
% come there. Standing on its held points it falls into them.

function [sys, x0] = lattice (across, high)
tree = geomstree ('planar', true);
ends = zeros (4, 0);
lean = [0, 0.1 * sin(0.3 * (1:high))];
level = @(i, j) [i + sum(sin (lean(2:j+1))); -sum(cos (lean(2:j+1)))];
for j = 1:high
    for i = 0:across
        ends(:, end+1) = [level(i, j - 1); level(i, j)];
        if i > 0, ends(:, end+1) = [level(i - 1, j); level(i, j)]; end
    end
end
count = size (ends, 2);
names = arrayfun (@(k) sprintf ('bar%d', k), 1:count, 'UniformOutput', false);
q = [ends(1, :); ends(2, :); atan2(ends(4, :) - ends(2, :), ends(3, :) - ends(1, :))];
tree = geomsaddbody (tree, names, 'joint', 'planar', 'mass', 1, 'com', [0.5 0], 'inertia', 1/12, ...
    'q', num2cell (q, 1));
tree = hinged (tree, ends, names);
sys = geomssys (tree);
x0 = struct ();
end

% at each point, the first bar there holds the others; those at y = 0 hang on the ground
function tree = hinged (tree, ends, names)
points = [ends(1:2, :), ends(3:4, :)];
count = numel (names);
[~, ~, node] = unique (round (1e6 * points'), 'rows');
for k = 1:max (node)
    at = find (node == k);
    first = at(1);
    held = abs (points(2, first)) < 1e-9;
    if held
        tree = geomsaddjoint (tree, 'revolute', {'ground', points(:, first)'}, ...
            of_bar (first, names, count));
    end
    for i = at(2:end)'
        tree = geomsaddjoint (tree, 'revolute', of_bar (first, names, count), ...
            of_bar (i, names, count));
    end
end
% the lowest bars once more by their length: rows that repeat others
for k = reshape (find (abs (ends(2, :)) < 1e-9), 1, [])
    tree = geomsaddjoint (tree, 'rod', {'ground', ends(1:2, k)'}, {names{k}, [1 0]});
end
end

function place = of_bar (i, names, count)
place = {names{1 + mod(i - 1, count)}, [double(i > count), 0]};
end

% ---- four-bar mechanisms of uniform bars side by side, with tips B_0 ... B_N ----

function [sys, x0] = fourbars (N)
tips = N + 1;
join = spdiags (ones (tips, 2), [-1 1], tips, tips) / 6;
ends = speye (tips) / 3 + spdiags ([1; 2 * ones(tips - 2, 1); 1], 0, tips, tips) / 3;
M = kron (ends + join, speye (2));
pull = 9.81 / 2 * (1 + [1; 2 * ones(tips - 2, 1); 1]);
f = kron (-pull, [0; 1]);
sys = geomssys ('mass', M, 'force', @(t, p, v) f, 'constraint', @(t, p) lengths (p, N));
theta = pi / 2;
p = reshape ([(0:N) + cos(theta); sin(theta) * ones(1, tips)], [], 1);
v = reshape (-1 * [-sin(theta) * ones(1, tips); cos(theta) * ones(1, tips)], [], 1);
x0 = struct ('p', p, 'v', v);
end

function g = lengths (p, N)
x = p(1:2:end);
y = p(2:2:end);
g = [(x - (0:N)') .^ 2 + y .^ 2 - 1; diff(x) .^ 2 + diff(y) .^ 2 - 1] / 2;
end
