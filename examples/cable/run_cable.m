function result = run_cable (file, links)
% RUN_CABLE  A cable of 500 links, held at both ends, is let go from a drawn shape.
%   RESULT = RUN_CABLE (FILE, LINKS) integrates CABLE_SYSTEM over 5 s and prints the time it
%   takes, the steps, how well the constraints are met, and the tensions at the ends. Then it looks
%   for the equilibrium: velocities are set to zero wherever the kinetic energy is largest, until
%   none is left. FILE is a PNG file; '' or missing: none. LINKS: default 500.
%
%   The equilibrium beside the catenary, with a from 2 a sinh (D / (2 a)) = length, D the span,
%
%       y = a (cosh ((x - D/2) / a) - cosh (D / (2 a))),   H = weight a,   V = weight length / 2
%
%   What to expect: some 330 steps; all levels of the constraints are met to
%   1e-12. Nothing n x n is made (sol.info.velocityRows is 'recursive'): the time of a step grows
%   like the number of links, one with matrices takes 20 times as long with 100 links. The cable
%   swings up to the other side, its kinks run from end to end as waves, tensions jump where they
%   arrive. At rest the points of 500 links are off the catenary by less than 1e-5 of the
%   length, the tension by less than 1e-4.
%
%   RESULT has the fields sol, sys, cable, seconds, steps, residual, tension (2 x times, of the
%   first and the last point), rest (points at rest), difference (of these from the catenary, as a
%   part of the length), force (of the tension from it, as a part of that).
%
%   Takes about 8 s.
%
%   See also CABLE_SYSTEM, GEOMSREACTION, GEOMSADDJOINT.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, links = 500; end

[sys, cable] = cable_system (links);
start = tic ();
sol = geoms (sys, [0 5], struct (), 'RelTol', 1e-3, 'AbsTol', 1e-3);
seconds = toc (start);
times = linspace (0, 5, 401);
result = struct ('sol', sol, 'sys', sys, 'cable', cable, 'seconds', seconds, ...
    'steps', sol.stats.nsteps, 'residual', max (sol.residual.relative(:)), ...
    'tension', tension (sol, sys, times));
fprintf (['\nCable of %d links, 5 s: %d steps in %.2f s (%s)\n', ...
    '  constraints, all levels %8.1e\n', ...
    '  tension at the ends, largest %8.1f N, %8.1f N\n'], links, result.steps, seconds, ...
    sol.info.velocityRows, result.residual, max (result.tension, [], 2));

[result.rest, force] = rest (sys, cable);
[y, H] = catenary (cable, result.rest(1, :));
exact = sqrt (H^2 + (cable.weight * cable.length / 2)^2);
result.difference = max (abs (result.rest(2, :) - y)) / cable.length;
result.force = max (abs (force - exact)) / exact;
fprintf (['  at rest, beside the catenary: points %8.1e of the length, tension %8.1e of ', ...
    '%.2f N\n\n'], result.difference, result.force, exact);

if ~isempty (file)
    write_picture (file, [820 340], @() draw (result, times));
    fprintf ('The picture: %s\n', file);
end

end

% of the first and the last point of the cable
function T = tension (sol, sys, t)
first = geomsreaction (sol, sys, 'link1', t);
last = geomsreaction (sol, sys, 'pin', t);
T = sqrt ([first(1, :).^2 + first(2, :).^2; last(1, :).^2 + last(2, :).^2]);
end

% a, from the rest of 2 a sinh (D / (2 a)) = length; y there and the horizontal force
function [y, H] = catenary (cable, x)
D = cable.span;
a = fzero (@(a) 2 * a * sinh (D / (2 * a)) - cable.length, [1 20]);
y = a * (cosh ((x - D/2) / a) - cosh (D / (2 * a)));
H = cable.weight * a;
end

% from one largest kinetic energy to the next, there at rest again
function [xy, force] = rest (sys, cable)
x0 = struct ();
for i = 1:60
    sol = geoms (sys, [0 1], x0, 'RelTol', 1e-4, 'AbsTol', 1e-4);
    e = geomsenergy (sol, sys);
    [kinetic, at] = max (e.kinetic);
    x0 = struct ('p', sol.p(:, at), 'v', zeros (cable.links, 1));
    if kinetic < 1e-9 || i == 60, break; end
end
xy = cable.shape (sol.p(:, at));
force = tension (sol, sys, sol.t(1));
end

function draw (result, times)
axes ('position', [0.06 0.14 0.5 0.74]);
shown = [0 0.2 0.4 0.6 0.8 1.2];
states = geomsval (result.sol, shown);
xy = result.cable.shape (states(result.sys.index.p, :));
hold on
for k = 1:numel (shown)
    shade = 0.8 * (k - 1) / (numel (shown) - 1);
    plot (xy(1, :, k), xy(2, :, k), 'color', [0.9 - shade, 0.2, 0.1 + shade], 'linewidth', 1.5);
end
at = round (linspace (1, size (result.rest, 2), 26));
plot (result.rest(1, :), catenary (result.cable, result.rest(1, :)), 'color', [0.1 0.5 0.2]);
plot (result.rest(1, at), result.rest(2, at), 'o', 'color', [0.1 0.5 0.2], 'markersize', 3);
hold off
axis ([-0.3 8.3 -3.4 1.8]);
words = arrayfun (@(t) sprintf ('%.1f s', t), shown, 'UniformOutput', false);
legend ([words, {'catenary', 'at rest'}], 'location', 'north', 'orientation', 'horizontal');
title (sprintf ('A cable of %d links', result.cable.links));
axes ('position', [0.64 0.14 0.34 0.74]);
plot (times, result.tension(1, :), 'color', [0.8 0.2 0.1], times, result.tension(2, :), ...
    'color', [0 0.35 0.7]);
legend ('left end', 'right end', 'location', 'northwest');
title ('Tension [N]');
xlabel ('t [s]');
end
