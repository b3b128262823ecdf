function result = longrun (tolerances, file, periods)
% LONGRUN  500 periods of a pendulum: what is left of the solution and of its invariants.
%   RESULT = LONGRUN (TOLERANCES) integrates the pendulum from rest in a horizontal position over
%   [0, 1000] with the gravity that makes the period exactly 2, for each of the tolerances (default
%   1e-5, 1e-6, ..., 1e-11), and prints
%
%       steps                 accepted steps
%       NEOM                  evaluations of the equations of motion
%       g, gI, gII            largest residual of the constraint at all steps: position, velocity,
%                             acceleration
%       phase                 error in time of the swing at the end, |v2| / g
%       end                   error of the position at the end
%       largest               largest error of the position at all steps, against the exact solution
%       energy                largest change of the energy at all steps
%       seconds               of computing time
%
%   LONGRUN (TOLERANCES, FILE) also draws errors and residuals over the tolerance into a PNG file,
%   unless FILE is empty. LONGRUN (TOLERANCES, FILE, PERIODS) takes that many periods.
%
%   The error at whole periods flatters: the pendulum rests there, so that it is quadratic in the
%   phase. The exact solution has an amplitude of 90 degrees:
%
%       sin (theta / 2) = k sn (K - w t, k),  k = sin (45 degrees),  w = sqrt (g) = 2 K
%
%   What to expect: residuals of rounding at every tolerance; errors that fall by a factor of about
%   10 per power of ten. LONGRUN (1E-7) takes some 15 seconds.
%
%   Takes about 130 s.
%
%   See also PENDULUM_SYSTEM, TABLES.

here = fileparts (mfilename ('fullpath'));
addpath (fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1 || isempty (tolerances), tolerances = 10.^(-5:-1:-11); end
if nargin < 2, file = ''; end
if nargin < 3 || isempty (periods), periods = 500; end

g = 13.750371636040745655;
tend = 2 * periods;
sys = pendulum_residual (g);

fprintf ('\nPendulum over [0, %g], %d periods\n\n', tend, periods);
fprintf ('  %9s %7s %8s %8s %8s %8s %8s %8s %8s %8s %8s\n', 'tolerance', 'steps', 'NEOM', 'g', ...
    'gI', 'gII', 'phase', 'end', 'largest', 'energy', 'seconds');
for k = 1:numel (tolerances)
    watch = tic;
    sol = geoms (sys, [0 tend], [0; 0; 0; 1; 0], 'RelTol', tolerances(k), ...
        'AbsTol', tolerances(k), 'MaxSteps', 1e7, 'Dense', 'off');
    found = examine (sol, sys, g);
    found.tolerance = tolerances(k);
    found.seconds = toc (watch);
    result(k) = found; %#ok<AGROW>
    fprintf ('  %9.0e %7d %8d %8.1e %8.1e %8.1e %8.1e %8.1e %8.1e %8.1e %8.1f\n', ...
        found.tolerance, found.steps, found.neom, found.position, found.velocity, ...
        found.acceleration, found.phase, found.final, found.largest, found.energy, ...
        found.seconds);
end

if ~isempty (file)
    write_picture (file, [800 560], @() draw (result, periods));
    fprintf ('\nThe picture: %s\n', file);
end

end

function found = examine (sol, sys, g)
p = sol.y(sys.index.p, :);
v = sol.y(sys.index.v, :);
energy = 0.5 * sum (v.^2, 1) + g * p(2, :);
found.steps = sol.stats.naccpt;
found.neom = sol.stats.neom;
found.position = max (abs (sol.residual.position));
found.velocity = max (abs (sol.residual.velocity));
found.acceleration = max (abs (sol.residual.acceleration));
found.phase = abs (v(2, end)) / g;
found.final = norm (p(:, end) - [1; 0]);
found.largest = max (sqrt (sum ((p - exact (sol.t)).^2, 1)));
found.energy = max (abs (energy - energy(1)));
end

function p = exact (t)
% position of the pendulum with period 2 at the times t
K = ellipke (0.5);
s = sqrt (0.5) * ellipj (K - 2 * K * mod (t, 2), 0.5);
p = [2 * s .* sqrt(1 - s.^2); 2 * s.^2 - 1];
end

function draw (result, periods)
tol = [result.tolerance];
curves = {'largest', 'phase', 'energy', 'acceleration', 'velocity', 'position'};
marks = {'o-', 's-', 'd-', '^-', 'v-', 'x-'};
colors = [0.8 0.2 0.1; 0.9 0.6 0.1; 0.5 0.3 0.6; 0.1 0.5 0.2; 0.2 0.6 0.7; 0 0.35 0.7];
for i = 1:numel (curves)
    loglog (tol, max ([result.(curves{i})], 1e-17), marks{i}, 'color', colors(i, :), ...
        'linewidth', 1.5);
    hold on
end
legend ('position error (largest)', 'phase error at the end', 'energy (largest change)', ...
    'residual: acceleration', 'residual: velocity', 'residual: position', ...
    'location', 'eastoutside');
xlabel ('tolerance (RelTol = AbsTol)');
ylabel ('error, residual');
title (sprintf ('Pendulum: %d periods', periods));
axis ([min(tol) / 2, max(tol) * 2, 1e-17, 10]);
set (gca, 'ytick', 10.^(-17:3:1), 'xtick', sort (tol), 'xminortick', 'off', ...
    'yminortick', 'off');
grid on
end
