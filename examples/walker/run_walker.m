function result = run_walker (file, film, tend)
% RUN_WALKER  A machine that walks: stops in its knees, feet that push on the ground and slip.
%   RESULT = RUN_WALKER (FILE, FILM, TEND) lets WALKER_SYSTEM walk for TEND seconds (default and at
%   most 5; 2 s of computing), with two tolerances, and prints
%
%       steps       accepted steps
%       way         of the trunk, in m
%       step        way in one period of the legs, in parts of that of feet that do not slip and legs that
%                   are straight, 8 l sin A
%       height      smallest height of the hips, in parts of 2 l
%       knees       part of the time in which a knee presses on its stop, mean of the four
%       beyond      largest angle of a knee beyond its stop, in degrees
%       energy      largest change of energy less work, in parts of the kinetic energy
%       seconds     of computing time
%
%   With FILE given and not empty it draws the gait into a PNG file; with FILM the motion into a GIF file.
%
%   What to expect: it walks at about half a metre per second and does not fall; its feet slip where
%   diagonal legs pull against each other. Every step has impacts on the ground and in the knees; work and
%   energy, those of the feet included, agree to the tolerance.
%
%   Takes about 2 s.
%
%   See also WALKER_SYSTEM, GEOMSADDFORCE, GEOMSENERGY.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end
if nargin < 3, tend = 5; end

[sys, w] = walker_system ();
fprintf ('\nWalker, %g s\n\n  %9s %6s %6s %6s %7s %6s %7s %8s %8s\n', tend, 'tolerance', 'steps', ...
    'way', 'step', 'height', 'knees', 'beyond', 'energy', 'seconds');
tolerances = [1e-3 1e-4];
for i = 1:2
    [r, sol] = walk (sys, w, tend, tolerances(i));
    fprintf ('  %9.0e %6d %6.2f %6.2f %7.2f %6.2f %7.2f %8.1e %8.2f\n', r.tolerance, r.steps, ...
        r.way, r.step, r.height, r.knees, r.beyond, r.energy, r.seconds);
    result(i) = r; %#ok<AGROW>
end
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [900 560], @() draw (result(2)));
    fprintf ('The picture: %s\n', file);
end
if ~isempty (film)
    geomsanimate (sol, sys, 'File', film, 'Follow', 'trunk', 'Size', [480 360]);
    fprintf ('The film: %s\n', film);
end

end

% p = [x; y; angle; then thigh and shank of each leg]
function [r, sol] = walk (sys, w, tend, tolerance)
watch = tic;
sol = geoms (sys, [0 tend], [], 'RelTol', tolerance, 'AbsTol', tolerance / 100);
seconds = toc (watch);
t = linspace (0, tend, 100 * tend + 1);
x = geomsval (sol, t, sys);
p = x(sys.index.p, :);
knees = p(5:2:11, :);
e = geomsenergy (sol, sys);
change = e.total - e.work - e.total(1);
r = struct ('tolerance', tolerance, 'steps', sol.stats.naccpt, 'way', p(1, end), ...
    'step', p(1, end) / tend * (2 * pi / w.om) / (8 * w.l * sin (w.A)), ...
    'height', min (p(2, :)) / (2 * w.l), 'knees', mean (knees(:) > 0), ...
    'beyond', max (knees(:)) * 180 / pi, 'energy', max (abs (change)) / max (e.kinetic), ...
    'seconds', seconds, 't', t, 'p', p);
end

function draw (r)
subplot (2, 1, 1);
plot (r.t, r.p(4:5, :) * 180 / pi, 'linewidth', 2);
axis ([0, r.t(end), -105, 25])
legend ('thigh', 'knee', 'location', 'southwest');
title ('near fore leg, degrees');
subplot (2, 1, 2);
plot (r.t, r.p(1, :), 'linewidth', 2);
title ('way of the trunk, m');
xlabel ('t, s');
end
