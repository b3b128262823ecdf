function result = run_nonholonomic (file, tolerance)
% RUN_NONHOLONOMIC  Constraints on velocities: a knife edge, a sleigh and a rolling disk.
%   RESULT = RUN_NONHOLONOMIC (FILE, TOLERANCE) simulates three systems whose velocities, but not whose
%   positions, are constrained, and whose motions are known exactly:
%
%       knife edge   on an incline; it does not slide down, but moves across along a cycloid
%       sleigh       with its centre of mass ahead of the blade (Chaplygin): it turns ever slower
%       disk         rolling upright on an incline
%
%   It prints, for the tolerance (default 1e-10), the number of steps, the largest errors of p, v and
%   the multipliers mu against the exact motions at all steps, and the largest |H v|. With FILE given
%   and not empty it also draws the three paths and the errors over time into a PNG file.
%
%   What to expect: at 1e-10 errors of p and v of at most 1e-9, and velocity constraints of rounding (1e-12)
%   at every tolerance. 2.2 s with H by hand and functions that are called, 0.25 s recorded.
%
%   RESULT has one element per system, with the fields name, steps, position, velocity, multiplier,
%   constraint and sol.
%
%   Takes about 1 s.
%
%   See also KNIFE_EDGE_SYSTEM, SLEIGH_SYSTEM, DISK_SYSTEM, GEOMSSYS.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, tolerance = 1e-10; end

names = {'knife edge', 'sleigh', 'disk'};
systems = {@knife_edge_system, @sleigh_system, @disk_system};
tend = [8 12 8];

fprintf ('\nNonholonomic systems, tolerance %.0e: largest errors at all steps\n\n', tolerance);
fprintf ('  %-12s %6s %10s %10s %10s %10s\n', 'system', 'steps', 'p', 'v', 'mu', 'H v');
for i = 1:3
    [sys, x0, exact] = systems{i} ();
    sol = geoms (sys, [0 tend(i)], x0, 'RelTol', tolerance, 'AbsTol', tolerance);
    found = examine (sol, exact);
    found.name = names{i};
    result(i) = found; %#ok<AGROW>
    fprintf ('  %-12s %6d %10.1e %10.1e %10.1e %10.1e\n', names{i}, found.steps, ...
        found.position, found.velocity, found.multiplier, found.constraint);
end
fprintf ('\n');

if ~isempty (file)
    write_picture (file, [760 520], @() draw (result));
    fprintf ('The picture: %s\n', file);
end

end

function found = examine (sol, exact)
x = exact (sol.t);                              % rows [mu; v; p]
nm = size (sol.mu, 1);
nv = size (sol.v, 1);
difference = max (abs (sol.p - x(nm + nv + 1:end, :)), [], 1);
largest = @(values) max (abs (values(:)));
found = struct ('name', '', 'steps', sol.stats.naccpt, 'position', max (difference), ...
    'velocity', largest (sol.v - x(nm + (1:nv), :)), 'multiplier', largest (sol.mu - x(1:nm, :)), ...
    'constraint', largest (sol.residual.velocity), 'sol', sol, 'error', difference);
end

function draw (result)
colors = [0 0.35 0.7; 0.8 0.2 0.1; 0.1 0.5 0.2];
titles = {'Knife edge on an incline', 'Chaplygin sleigh', 'Rolling disk on an incline'};
for i = 1:3
    sol = result(i).sol;
    x = geomsval (sol, linspace (0, sol.t(end), 400));
    p = x(end - size (sol.p, 1) + 1:end, :);
    axes ('position', [0.075 + 0.325 * (i - 1), 0.56, 0.25, 0.36]);
    plot (p(1, :), p(2, :), 'color', colors(i, :), 'linewidth', 1.5, p(1, 1), p(2, 1), 'o', ...
        'color', colors(i, :));
    title (titles{i});
    xlabel ('x');
    if i == 1, ylabel ('y'); end
    axis equal
    grid on
end
axes ('position', [0.1 0.1 0.87 0.32]);
for i = 1:3
    error = result(i).error;
    semilogy (result(i).sol.t, error ./ (error > 0), 'color', colors(i, :), 'linewidth', 1.5);
    hold on
end
legend (titles, 'location', 'southeast');
xlabel ('time');
ylabel ('error of the position');
axis ([0 12 1e-16 1e-8]);
set (gca, 'ytick', 10.^(-16:2:-8), 'yminorgrid', 'off', 'yminortick', 'off');
grid on
end
