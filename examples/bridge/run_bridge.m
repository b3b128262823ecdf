function result = run_bridge (file, panels)
% RUN_BRIDGE  A vehicle crosses a suspension bridge: how far does the deck give way?
%   RESULT = RUN_BRIDGE (FILE, PANELS) lets BRIDGE_SYSTEM come to rest under its own weight with
%   strong damping, then sends a vehicle of 30 t across at 25 m/s, and prints the time the run takes,
%   the largest deflections of the lower chord and the largest force in the cable. Then a second
%   of the crossing is repeated for tolerances 1e-3 to 1e-9: the constraints are met to rounding
%   at each of them. FILE is a PNG file; '' or missing: none. PANELS: default 60, of 5 m each.
%
%   RESULT has the fields sol, sys, bridge, seconds, deflection (of the points of the lower chord at
%   times t), cable (largest force in it at these times), tolerances, relative and raw (largest
%   residuals of g, gI, gII at each tolerance).
%
%   Takes about 4 s.
%
%   See also BRIDGE_SYSTEM, GEOMSVAL.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, panels = 60; end

[sys, bridge] = bridge_system (panels);
x0 = at_rest (bridge);
crossing = panels * bridge.panel / bridge.vehicle.speed;
start = tic ();
sol = geoms (sys, [0 1.2 * crossing], x0, 'RelTol', 1e-4, 'AbsTol', 1e-5);
seconds = toc (start);
t = linspace (0, sol.t(end), 301);
y = geomsval (sol, t);
p = y(sys.index.p, :);
low = 2 * bridge.lower;
result = struct ('sol', sol, 'sys', sys, 'bridge', bridge, 'seconds', seconds, 't', t, ...
    'deflection', p(low, :) - repmat (x0.p(low), 1, numel (t)), ...
    'cable', cable_force (sys, bridge, y));
fprintf (['\nBridge of %d panels, %d unknowns, %g s: %d steps in %.2f s\n', ...
    '  deflection, largest %6.1f mm down, %6.1f mm up\n', ...
    '  force in the cable  %6.2f MN at rest, %6.2f MN at most\n'], panels, size (y, 1), t(end), ...
    sol.stats.nsteps, seconds, -1e3 * min (result.deflection(:)), ...
    1e3 * max (result.deflection(:)), 1e-6 * result.cable(1), 1e-6 * max (result.cable));
result = compared (result, x0);

if ~isempty (file)
    write_picture (file, [900 540], @() draw (result));
    fprintf ('The picture: %s\n', file);
end
if nargout == 0
    clear result    % it fills the screen
end

end

% a run with dampers that let it creep: points at rest, before the vehicle comes
function x0 = at_rest (bridge)
slow = bridge_system (numel (bridge.lower) + 1, 2e6, 0);
sol = geoms (slow, [0 400], struct ('p', bridge.p), 'RelTol', 1e-3, 'AbsTol', 1e-6);
x0 = struct ('p', sol.p(:, end));
end

% 2 L lambda is the force in a rod, for g = L^2 - ...
function F = cable_force (sys, bridge, y)
cables = 1:(numel (bridge.lower) + 1);
lambda = y(sys.index.lambda(cables), :);
F = max (abs (2 * lambda .* repmat (bridge.rod_length(cables), 1, size (y, 2))));
end

function result = compared (result, x0)
result.tolerances = 10 .^ -(3:2:9);
result.relative = zeros (3, numel (result.tolerances));
result.raw = result.relative;
fprintf ('  residuals, largest of g, gI, gII: relative, then in m^2, m^2/s, m^2/s^2\n');
for k = 1:numel (result.tolerances)
    tol = result.tolerances(k);
    sol = geoms (result.sys, [0 1], x0, 'RelTol', tol, 'AbsTol', tol);
    result.relative(:, k) = max (sol.residual.relative, [], 2);
    result.raw(:, k) = [max(abs (sol.residual.position(:))); max(abs (sol.residual.velocity(:))); ...
        max(abs (sol.residual.acceleration(:)))];
    fprintf ('  tolerance %6.0e: %8.1e %8.1e %8.1e   %8.1e %8.1e %8.1e  (%d steps)\n', tol, ...
        result.relative(:, k), result.raw(:, k), sol.stats.nsteps);
end
end

function draw (result)
b = result.bridge;
axes ('position', [0.08 0.64 0.9 0.28]);
[~, at] = min (min (result.deflection));
y = geomsval (result.sol, result.t(at));
p = y(result.sys.index.p);
scale = 20;
p = b.p + scale * (p - b.p);
points = [reshape(p, 2, []), b.points(:, b.free + 1:end)];
hold on
lines_of (points, b.bars, [0.55 0.55 0.55]);
lines_of (points, b.rods, [0 0.35 0.7]);
x = b.vehicle.speed * result.t(at) + b.vehicle.axles;
deck = points(:, b.lower);
y = interp1 (deck(1, :), deck(2, :), x, 'linear', 'extrap');
plot (x, y, 's', 'color', [0.8 0.2 0.1], 'markersize', 5, 'markerfacecolor', [0.8 0.2 0.1]);
hold off
axis equal
axis ([min(points(1, :)), max(points(1, :)), min(points(2, :)) - 2, max(points(2, :)) + 2]);
xlabel ('x [m]');
ylabel ('y [m]');
title (sprintf ('t = %.1f s, deflections %d times as large', result.t(at), scale));
times = [0, result.t(end)];
axes ('position', [0.08 0.12 0.39 0.34]);
third = round (numel (b.lower) * [1/4 1/2 3/4]);
y = 1e3 * result.deflection(third, :);
plot (result.t, y);
room = 0.25 * (max (y(:)) - min (y(:)));    % for the legend
axis ([times, min(y(:)) - room, max(y(:)) + room / 8]);
legend ('1/4', '1/2', '3/4', 'location', 'south', 'orientation', 'horizontal');
title ('Deflection of the deck at 1/4, 1/2, 3/4 of the span');
xlabel ('t [s]');
ylabel ('y [mm]');
axes ('position', [0.58 0.12 0.4 0.34]);
plot (result.t, 1e-6 * result.cable, 'color', [0 0.35 0.7]);
xlim (times);
title ('Largest force in the cable');
xlabel ('t [s]');
ylabel ('F [MN]');
end

function lines_of (points, pairs, shade)
gap = nan (1, size (pairs, 2));
x = [points(1, pairs(1, :)); points(1, pairs(2, :)); gap];
y = [points(2, pairs(1, :)); points(2, pairs(2, :)); gap];
plot (x(:), y(:), 'color', shade);
end
