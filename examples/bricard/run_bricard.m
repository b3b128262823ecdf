function result = run_bricard (file, formulation, tolerance)
% RUN_BRICARD  Bricard's mechanism over 10 s: redundant constraints and quaternions.
%   RESULT = RUN_BRICARD (FILE, FORMULATION, TOLERANCE) simulates the five rods of BRICARD_SYSTEM with
%   FORMULATION 'psi1' (default) or 'psf' and a TOLERANCE (default 1e-9), prints
%
%       the rank of the constraints, and how many rows depend on each other
%       the largest change of the energy, of the length of the quaternions, and the residuals
%       the corner P3 at 1, 2, 5 and 10 s beside reference values of 8 digits
%
%   and, with FILE given and not empty, draws the mechanism at some times, the path of P3 and the energy
%   into a PNG file.
%
%   What to expect: 30 constraints of rank 29 (which is why the decomposition is 'svd': the default
%   'auto' finds that out by itself and warns once). The energy stays within 1e-7 J at 1e-9, constraints
%   and quaternions within rounding. The motion nearly repeats itself every 5 s. psf, which keeps
%   the acceleration level too, takes hardly longer. 15 s with derivatives by hand and functions that are
%   called, for many points at once; 1.1 s recorded, functions written for one rod and one hinge.
%
%   RESULT has the fields sol, energy (at sol.t), drift, norm, and error (of P3).
%
%   Takes about 1 s.
%
%   See also BRICARD_SYSTEM, RUN_BRICARD_BODIES, GEOMSSET.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, formulation = 'psi1'; end
if nargin < 3, tolerance = 1e-9; end

[sys, x0, probe] = bricard_system ();
watch = tic;
sol = geoms (sys, [0 10], x0, 'RelTol', tolerance, 'AbsTol', tolerance, ...
    'Formulation', formulation, 'ConstraintDecomposition', 'svd');
seconds = toc (watch);

result = struct ('sol', sol, 'energy', energy (sol, sys), 'drift', [], ...
    'norm', max (abs (sol.residual.invariant(:))), 'error', []);
result.drift = max (abs (result.energy - result.energy(1)));
result.error = compare (sol, probe);
redundant = sol.info.redundant;
fprintf (['\nBricard''s mechanism, %s, tolerance %.0e: %d steps, %.1f s\n\n', ...
    '  constraints                 %d, rank %d, %d of them depend on each other\n', ...
    '  energy, largest change      %8.1e J\n  quaternions, largest error  %8.1e\n', ...
    '  position constraints        %8.1e\n  velocity constraints        %8.1e\n', ...
    '  P3, largest error           %8.1e\n\n'], formulation, tolerance, sol.stats.naccpt, seconds, ...
    numel (sol.lambda(:, 1)), redundant.rank(1), sum (~sol.info.multiplierUnique), result.drift, ...
    result.norm, max (sol.residual.relative(1, :)), max (sol.residual.relative(2, :)), result.error);

if ~isempty (file)
    write_picture (file, [760 560], @() draw (result, probe));
    fprintf ('The picture: %s\n', file);
end

end

function E = energy (sol, sys)
v = sol.v;
y = sol.p(2:7:end, :);                      % heights
mass = diag (sys.mass);
E = sum (mass(:, ones (1, size (v, 2))) .* v.^2, 1) / 2 + 9.81 * sum (y, 1);
end

% of the corner P3
function error = compare (sol, probe)
reference = bricard_reference ();
[P, V] = probe (geomsval (sol, reference(:, 1).'), 3);
error = max (max (abs ([P; V] - reference(:, 2:7).')));
end

function draw (result, probe)
sol = result.sol;
blue = [0 0.35 0.7];
red = [0.8 0.2 0.1];

green = [0.1 0.5 0.2];
t = linspace (0, 10, 600);
y = geomsval (sol, t);
P3 = probe (y, 3);

axes ('position', [0.1 0.42 0.47 0.5]);
times = [0 0.9 2.5];
shades = [0 0.45 0.7];
for i = 1:numel (times)
    P = zeros (3, 6);
    for j = 1:5
        P(:, j) = probe (geomsval (sol, times(i)), j);
    end
    P(:, 6) = [0; 0; 1];
    plot3 (P(1, :), P(3, :), P(2, :), 'o-', 'color', shades([i i i]), 'linewidth', 2.5, ...
        'markersize', 4);
    hold on
end
plot3 (P3(1, :), P3(3, :), P3(2, :), 'color', red, 'linewidth', 1.5);
view (30, 20);
axis ([-1.1 1.1 -1.1 1.1 -1.8 0.2]);
set (gca, 'xtick', -1:1, 'ytick', -1:1, 'ztick', -1.5:0.5:0);
grid on
xlabel ('x');
ylabel ('z');
zlabel ('y');
title ('The rods at 0, 0.9 and 2.5 s, the path of P_3');

axes ('position', [0.69 0.48 0.27 0.44]);
plot (t, P3(1, :), 'color', blue, 'linewidth', 1.5, t, P3(2, :), 'color', red, 'linewidth', 1.5, ...
    t, P3(3, :), 'color', green, 'linewidth', 1.5);
legend ('x', 'y', 'z', 'location', 'northeast', 'orientation', 'horizontal');
xlabel ('time');
ylabel ('P_3');
axis ([0 10 -1.1 1.7]);
set (gca, 'ytick', -1:0.5:1);
grid on

axes ('position', [0.15 0.1 0.79 0.22]);
plot (sol.t, result.energy - result.energy(1), 'color', blue, 'linewidth', 1.5);
xlabel ('time');
ylabel ('energy drift [J]');
grid on
end
