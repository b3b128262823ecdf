function result = run_lanechange (file, film, speeds)
% RUN_LANECHANGE  A double change of lane with a steering controller: up to which speed does it pass?
%   RESULT = RUN_LANECHANGE (FILE, FILM, SPEEDS) lets LANECHANGE_SYSTEM roll through three lanes between
%   cones, as in ISO 3888-1 (LANECHANGE_GATES), at SPEEDS (default 14:22 m/s), on an even road with a
%   preview of 0.4, 0.6 and 0.8 s, and with 0.6 s on a bad one (rough = 8). It prints, for each of these,
%
%       room        smallest distance of a corner of the car from the cones, in m; it is negative where
%                   the car is beyond them
%   and with a preview of 0.6 s, on both roads, at 16 and 19 m/s
%       across      largest lateral acceleration, m/s^2
%       load        smallest load of a wheel, in parts of that at rest; 0 where it lifts
%       grip        largest force of a tyre along the ground, in parts of its load
%   and answers: up to which speed does the car pass?
%
%   With FILE given and not empty it draws paths, room and loads into a PNG file; with FILM the motion at
%   19 m/s on the bad road into a GIF file.
%
%   What to expect: with 0.6 s it passes up to 19.6 m/s (71 km/h). A shorter preview keeps closer to the path
%   when the car is slow, and swerves when it is fast; a longer one cuts corners at any speed. The bad road
%   costs 0.1 m/s, although wheels lose most of their load for moments: the hull does not follow so fast.
%   It is not the grip of the tyres, 0.9, that sets the limit: half of it is used. It is the controller.
%   No run calls a function.
%
%   RESULT has fields speeds, cases (preview, rough; 4 x 2), room (4 x speeds), passes (m/s, 4 x 1), and
%   runs, a struct array with speed, rough, t, x (2 x times), across, load (4 x times), grip.
%
%   Takes about 15 s.
%
%   See also LANECHANGE_SYSTEM, RUN_CAR, GEOMSSWEEP.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', 'car'), ...
    fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end
if nargin < 3, speeds = 14:22; end

[sys, car] = lanechange_system ();
result = struct ('speeds', speeds, 'cases', [0.4 0; 0.6 0; 0.8 0; 0.6 8]);
result.room = rooms (sys, car, result.cases, speeds);
result.passes = limits (speeds, result.room);
tell (result);
k = 0;
for rough = [0 8]
    for speed = [16 19]
        k = k + 1;
        of_this = geomssys (sys, 'parameters', [0.6, rough]);
        sol = drive (of_this, speed);
        result.runs(k) = measured (sol, of_this, car, speed, rough);
    end
end
answer (result);
if ~isempty (file)
    write_picture (file, [1000 640], @() draw (result, car));
    fprintf ('The picture: %s\n', file);
end
if ~isempty (film)
    geomsanimate (sol, of_this, 'File', film, 'Follow', 'hull', 'View', [-75 20], 'Size', ...
        [800 360], 'Speed', 0.7);
    fprintf ('The film: %s\n', film);
end

end

% 30 m before the first lane
function x0 = start (sys, speed)
x0 = struct ('p', sys.tree.start.p, 'v', sys.tree.start.v * speed / sys.tree.start.v(1), 'r', 0);
x0.p(1) = -30;
end

function opts = options ()
opts = geomsset ('RelTol', 1e-4, 'AbsTol', 1e-6, 'Events', @through);
end

% the run ends behind the last lane
function [value, terminal, direction] = through (t, p, v) %#ok<INUSD>
value = p(1) - 113;
terminal = 1;
direction = 1;
end

function sol = drive (sys, speed)
sol = geoms (sys, [0, 200 / speed], start (sys, speed), options ());
end

% a row for each case
function room = rooms (sys, car, cases, speeds)
n = numel (speeds);
X0 = arrayfun (@(speed) start (sys, speed), repmat (speeds, 1, size (cases, 1)));
Q = kron (cases', ones (1, n));
sols = geomssweep (sys, [0, 200 / min(speeds)], X0, Q, options ());
room = zeros (n, size (cases, 1));
for k = 1:numel (sols)
    t = linspace (0, sols(k).t(end), 500);
    room(k) = smallest (geomsmotion (sols(k), geomssys (sys, 'parameters', Q(:, k)), 'hull', t), car);
end
room = room';
end

% of four corners, where they are between cones
function room = smallest (hull, car)
room = Inf;
for corner = [car.front, car.front, -car.rear, -car.rear; car.half * [1 -1 1 -1]]
    x = hull.x(1:2, :) + reshape (hull.R(1:2, 1, :), 2, []) * corner(1) ...
        + reshape (hull.R(1:2, 2, :), 2, []) * corner(2);
    for gate = car.gates'
        within = x(1, :) >= gate(1) & x(1, :) <= gate(2);
        room = min ([room, gate(4) / 2 - abs(x(2, within) - gate(3))]);
    end
end
end

% where the room becomes negative for the first time
function passes = limits (speeds, room)
passes = NaN (size (room, 1), 1);
fine = linspace (speeds(1), speeds(end), 2001);
for i = 1:size (room, 1)
    good = interp1 (speeds, room(i, :), fine) >= 0;
    last = find (~good, 1) - 1;
    if isempty (last)
        passes(i) = fine(end);
    elseif last > 0
        passes(i) = fine(last);
    end
end
end

function tell (r)
fprintf ('\nDouble change of lane: room, m\n\n  preview  rough');
fprintf ('%7g', r.speeds);
fprintf (' m/s\n');
for i = 1:size (r.cases, 1)
    fprintf ('  %5.1f s %6g', r.cases(i, :));
    fprintf ('%7.2f', r.room(i, :));
    fprintf ('\n');
end
end

function r = measured (sol, sys, car, speed, rough)
t = linspace (0, sol.t(end), 800);
hull = geomsmotion (sol, sys, 'hull', t);
X = struct ();
for name = {'front left', 'front right', 'rear left', 'rear right'}
    X.(strrep (name{1}, ' ', '_')) = geomsmotion (sol, sys, name{1}, t);
end
W = car_tyres (car, X, @(x, y) car.road (x, y, rough));
load = reshape (W(:, 6, :), 4, []);
along = reshape (sqrt (W(:, 4, :).^2 + W(:, 5, :).^2), 4, []);
weight = 9.81 * (car.mass(1) / 4 + sum (car.mass(2:3)));
left = reshape (hull.R(:, 2, :), 3, []);
driven = t > 1;    % until then it settles
r = struct ('speed', speed, 'rough', rough, 't', t, 'x', hull.x(1:2, :), 'across', ...
    max (abs (sum (left .* hull.a, 1))), 'load', load / weight, 'least', ...
    min (min (load(:, driven))) / weight, 'grip', ...
    max (max (along(:, driven) ./ max (load(:, driven), 0.05 * weight))));
end

function answer (r)
fprintf ('\n  %6s %6s %8s %6s %6s\n', 'rough', 'speed', 'across', 'load', 'grip');
for run = r.runs
    fprintf ('  %6g %6g %8.2f %6.2f %6.2f\n', run.rough, run.speed, run.across, run.least, run.grip);
end
fprintf (['\nWith a preview of 0.6 s the car passes up to %.1f m/s (%.0f km/h), on the bad road up to ', ...
    '%.1f m/s;\nwith 0.4 s up to %.1f, with 0.8 s up to %.1f m/s.\n\n'], r.passes(2), ...
    3.6 * r.passes(2), r.passes([4 1 3]));
end

function draw (r, car)
axes ('position', [0.06 0.56 0.92 0.38]);
hold on
for gate = car.gates'
    for side = [-0.5 0.5]
        plot (gate(1:2), gate(3) + side * gate([4 4]), 'k', 'linewidth', 3);
    end
end
x = -30:113;
lines = plot (x, car.path(x), 'k--', r.runs(1).x(1, :), r.runs(1).x(2, :), 'b', ...
    r.runs(2).x(1, :), r.runs(2).x(2, :), 'r', 'linewidth', 1.5);
hold off
legend (lines, 'path', '16 m/s', '19 m/s', 'location', 'northwest');
xlim ([-30 113]);
ylim ([-2 6]);
title ('the middle of the car between the cones, m');
axes ('position', [0.06 0.1 0.42 0.33]);
plot (r.speeds, r.room, 'linewidth', 2);
hold on
plot (r.speeds([1 end]), [0 0], 'k--');
hold off
ylim ([-0.8 0.3]);
legend ('0.4 s', '0.6 s', '0.8 s', '0.6 s, bad road', 'location', 'southwest');
title ('room beside the car, m');
xlabel ('speed, m/s');
axes ('position', [0.56 0.1 0.42 0.33]);
plot (r.runs(4).t, r.runs(4).load(1, :), 'color', [0.85 0.33 0.1]);
hold on
plot (r.runs(2).t, r.runs(2).load(1, :), 'k', 'linewidth', 2);
hold off
ylim ([0 2.5]);
legend ('bad road', 'even road', 'location', 'northwest');
title ('load, front left, at 19 m/s, parts of that at rest');
xlabel ('t, s');
end
