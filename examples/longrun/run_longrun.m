function result = run_longrun (file, tolerances, tend, count)
% RUN_LONGRUN  A pendulum over 2000 s, without and with its energy as an invariant.
%   RESULT = RUN_LONGRUN (FILE, TOLERANCES, TEND, COUNT) simulates problem A01 of the IFToMM library of
%   multibody benchmarks: a point of mass 1 on a rod of length 1, let go in a horizontal position, over
%   [0, TEND] (default 2000 s, 844 swings) with COUNT equally spaced outputs (default 4000), for each of
%   TOLERANCES (default 1e-5, 1e-6, 1e-7). It prints
%
%       steps       accepted steps
%       largest     largest error of the position at the outputs, against the exact solution
%       end         error of the position at the end
%       energy      largest change of the energy at the outputs
%       residual    largest relative residual of the constraint and its derivatives
%       seconds     of computing time
%
%   first for the pendulum as it is, then with its energy kept as a solution invariant:
%
%       0 = e = v'v/2 + 9.81 p2
%
%   With FILE given and not empty it draws the error over time into a PNG file. The exact solution has
%   an amplitude of 90 degrees:  sin (theta/2) = k sn (K - w t, k),  k^2 = 1/2,  w = sqrt (9.81).
%
%   What to expect: residuals of rounding at every tolerance. Without the invariant the error grows
%   like t^2, because the energy drifts; with it like t, and a hundred to a thousand times smaller. The
%   benchmark asks for errors below 0.1 (low accuracy) and 0.001 (high): the invariant meets the second
%   at every tolerance here. With derivatives by hand and functions that are called all together takes
%   ten minutes (100 s at 1e-6: 0.3 s and 47 s).
%
%   RESULT (i, j) belongs to tolerance i, without (j = 1) and with the invariant (j = 2); its fields are
%   tolerance, invariant, steps, largest, final, energy, residual, seconds, t and error.
%
%   Takes about 1 s.
%
%   See also GEOMSFCN_INVARIANT, GEOMSSYS.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, tolerances = 10.^(-5:-1:-7); end
if nargin < 3, tend = 2000; end
if nargin < 4, count = 4000; end

titles = {'without invariant', 'with the energy as an invariant'};
for j = 1:2
    fprintf ('\nPendulum A01, %g s, %d outputs, %s\n\n', tend, count, titles{j});
    fprintf ('  %9s %7s %9s %9s %9s %9s %8s\n', 'tolerance', 'steps', 'largest', 'end', 'energy', ...
        'residual', 'seconds');
    for i = 1:numel (tolerances)
        found = simulate (pendulum (j == 2), linspace (0, tend, count + 1), tolerances(i));
        found.invariant = j == 2;
        result(i, j) = found; %#ok<AGROW>
        fprintf ('  %9.0e %7d %9.1e %9.1e %9.1e %9.1e %8.1f\n', found.tolerance, found.steps, ...
            found.largest, found.final, found.energy, found.residual, found.seconds);
    end
end
fprintf ('\n');

if ~isempty (file)
    write_picture (file, [760 480], @() draw (result));
    fprintf ('The picture: %s\n', file);
end

end

function sys = pendulum (with_energy)
terms = {'mass', [1; 1], 'force', @(t, p, v) [0; -9.81], 'constraint', @(t, p) p'*p - 1, ...
    'derive', 'on'};
if with_energy
    terms = [terms, {'invariant', @(t, p, v) v'*v / 2 + 9.81 * p(2)}];
end
sys = geomssys (terms{:});
end

function found = simulate (sys, times, tolerance)
watch = tic;
sol = geoms (sys, times, struct ('p', [1; 0]), 'RelTol', tolerance, 'AbsTol', tolerance, ...
    'MaxSteps', 1e8, 'Dense', 'off');
error = sqrt (sum ((sol.p - exact (sol.t)).^2, 1));
energy = sum (sol.v.^2, 1) / 2 + 9.81 * sol.p(2, :);
found = struct ('tolerance', tolerance, 'invariant', false, 'steps', sol.stats.naccpt, ...
    'largest', max (error), 'final', error(end), 'energy', max (abs (energy)), ...
    'residual', max (sol.residual.relative(:)), 'seconds', toc (watch), 't', sol.t, 'error', error);
end

function p = exact (t)
K = ellipke (0.5);
w = sqrt (9.81);
s = sqrt (0.5) * ellipj (K - w * mod (t, 4 * K / w), 0.5);
p = [2 * s .* sqrt(1 - s.^2); 2 * s.^2 - 1];
end

function draw (result)
colors = [0.8 0.2 0.1; 0.9 0.6 0.1; 0.1 0.5 0.2; 0 0.35 0.7];
lines = {'-', '--'};
names = cell (1, 0);
for j = 1:2
    for i = 1:size (result, 1)
        % the largest error until then: the error itself oscillates
        error = max (cummax (result(i, j).error), 1e-12);
        loglog (result(i, j).t(2:end), error(2:end), lines{j}, 'linewidth', 1.5, 'color', ...
            colors(mod (i - 1, 4) + 1, :));
        hold on
        text = {'', ', energy kept'};
        names{end + 1} = sprintf ('%.0e%s', result(i, j).tolerance, text{j}); %#ok<AGROW>
    end
end
legend (names, 'location', 'eastoutside');
xlabel ('time');
ylabel ('largest error of the position until then');
title ('Pendulum A01');
axis ([result(1).t(2), result(1).t(end), 1e-10, 10]);
set (gca, 'ytick', 10.^(-10:2:0), 'yminorgrid', 'off', 'yminortick', 'off');
grid on
end
