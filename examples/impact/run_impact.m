function result = run_impact (file, restitution, tolerances)
% RUN_IMPACT  A pendulum that hits a wall again and again: events and event actions.
%   RESULT = RUN_IMPACT (FILE, RESTITUTION, TOLERANCES) lets a pendulum of length 1 go in a
%   horizontal position. At the angle 0.3 from its lowest point there is a wall, which throws it
%   back with the coefficient RESTITUTION (default 0.9, 1: without loss). The event is
%
%       0 = p1 - sin (0.3),  decreasing,  counted 20 times
%
%   and the action at each event, struct ('v', -RESTITUTION * v), changes the velocities alone. For
%   each of TOLERANCES (default 1e-6, 1e-8, 1e-10) it prints the largest error of the times of
%   impact against their exact values, elliptic integrals:  with sin (theta/2) = k sin phi the
%   pendulum takes
%
%       T = sqrt (L/g) int dphi / sqrt (1 - k^2 sin^2 phi)   from phi (wall) to pi/2
%
%   from its highest point to the wall and from there back; an impact multiplies k^2 - sin^2 (0.3/2)
%   by RESTITUTION^2. With FILE given and not empty it draws the swings and the errors into a PNG
%   file.
%
%   What to expect: errors that fall with the tolerance (below 1e-4, 1e-6, 1e-7), and constraints of
%   rounding before and after every impact. The 20th impact ends the run: it is a terminal event. 5.2 s
%   with derivatives by hand and functions that are called, 0.3 s recorded: the action alone is called, 19
%   times.
%
%   RESULT has one element per tolerance with the fields tolerance, steps, error, residual, sol.
%
%   Takes about 1 s.
%
%   See also GEOMSFCN_EVENTS, GEOMSSET.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, restitution = 0.9; end
if nargin < 3, tolerances = [1e-6 1e-8 1e-10]; end

g = 9.81;
wall = 0.3;
count = 20;
exact = impacts (g, wall, restitution, count);
sys = geomssys ('mass', [1; 1], 'force', @(t, p, v) [0; -g], 'constraint', @(t, p) p' * p - 1, ...
    'derive', 'on');

fprintf ('\nA pendulum and a wall, restitution %g: %d impacts, the last at %.6f s\n\n', ...
    restitution, count, exact(end));
fprintf ('  %9s %7s %14s %12s\n', 'tolerance', 'steps', 'error of times', 'constraints');
for i = 1:numel (tolerances)
    found = simulate (sys, wall, restitution, exact, tolerances(i));
    result(i) = found; %#ok<AGROW>
    fprintf ('  %9.0e %7d %12.1e s %12.1e\n', found.tolerance, found.steps, max (found.error), ...
        found.residual);
end
fprintf ('\n');

if ~isempty (file)
    write_picture (file, [760 520], @() draw (result, wall));
    fprintf ('The picture: %s\n', file);
end

end

function found = simulate (sys, wall, restitution, exact, tolerance)
% a hit throws the pendulum back; the first one after the time `late`, which is an event of its own, ends
% the run: whether an event is terminal may not depend on t where it is recorded
place = sin (wall);
late = (exact(end - 1) + exact(end)) / 2;
events = @(t, p, v) deal (p(1) - place + [t > late; t <= late], [false; true], -1);
action = @(t, p, v, z, ie) struct ('v', -restitution * v);
sol = geoms (sys, [0, exact(end) + 1], struct ('p', [1; 0]), 'RelTol', tolerance, ...
    'AbsTol', tolerance, 'Events', events, 'EventAction', action);
found = struct ('tolerance', tolerance, 'steps', sol.stats.naccpt, 'error', ...
    abs (sol.xe - exact), 'residual', max (sol.residual.relative(:)), 'sol', sol);
end

% exact times of impact
function t = impacts (g, wall, restitution, count)
s = sin (wall / 2);
k2 = 0.5;                                   % the amplitude is 90 degrees
t = zeros (1, count);
last = 0;
for i = 1:count
    f = @(phi) 1 ./ sqrt (1 - k2 * sin (phi).^2);
    swing = quadgk (f, asin (s / sqrt (k2)), pi / 2, 'RelTol', 1e-13, 'AbsTol', 0) / sqrt (g);
    last = last + (1 + (i > 1)) * swing;    % up and down again
    t(i) = last;
    k2 = s^2 + restitution^2 * (k2 - s^2);
end
end

function draw (result, wall)
sol = result(end).sol;
blue = [0 0.35 0.7];
red = [0.8 0.2 0.1];
angle = atan2 (sol.p(1, :), -sol.p(2, :));
hits = atan2 (sol.ye(end - 1, :), -sol.ye(end, :));

axes ('position', [0.1 0.6 0.86 0.33]);
plot (sol.t, angle, 'color', blue, 'linewidth', 1.5, sol.xe, hits, 'o', 'color', red, ...
    sol.t([1 end]), wall([1 1]), 'k--');
xlabel ('time');
ylabel ('angle');
legend ('pendulum', 'impacts', 'wall', 'location', 'northeast', 'orientation', 'horizontal');
axis ([0, sol.t(end), 0, 2]);
title ('A pendulum that hits a wall');

axes ('position', [0.1 0.1 0.86 0.36]);
marks = {'o-', 's-', '^-'};
colors = [red; 0.1 0.5 0.2; blue];
for i = 1:min (3, numel (result))
    semilogy (1:numel (result(i).error), max (result(i).error, 1e-12), marks{i}, 'color', ...
        colors(i, :), 'linewidth', 1.5);
    hold on
end
names = cellstr (num2str ([result.tolerance]', 'tolerance %.0e'));
legend (names(1:min (3, end)), 'location', 'southeast');
xlabel ('impact');
ylabel ('error of its time [s]');
axis ([1, numel(result(1).error), 1e-12, 1e-3]);
set (gca, 'ytick', 10.^(-12:3:-3), 'yminorgrid', 'off', 'yminortick', 'off');
grid on
end
