function result = run_car (file, film)
% RUN_CAR  A car with suspension, steering and tyres: steady turns, and a double change of lane.
%   RESULT = RUN_CAR (FILE, FILM) drives CAR_SYSTEM and prints
%
%     for a turn with a small steering angle d, at speeds V from 10 to 30 m/s
%       yaw         yaw rate of the hull at the end, in rad/s
%       formula     that of the linear single-track model,  V d / (l + K V^2),
%                   K = m/(l g) (...) = (1/c_f - 1/c_r)/g  where c are parts of the load
%     for the change of lane at 20 m/s, over 7 s
%       steps       accepted steps
%       aside       largest distance to the side, in m
%       across      largest lateral acceleration, in m/s^2
%       roll        largest roll angle, in degrees
%       load        smallest load of a wheel, in parts of that at rest
%       seconds     of computing time
%
%   With FILE given and not empty it draws the path and the lateral acceleration into a PNG file; with
%   FILM the motion into a GIF file.
%
%   What to expect: yaw rates that agree within 2 percent: the formula leaves out roll, the shifting of
%   loads and the small loss of speed. RESULT has fields turns and lanes.
%
%   Takes about 2 s.
%
%   See also CAR_SYSTEM, GEOMSADDFORCE, GEOMSADDBODY.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end

speeds = [10 20 30];
fprintf ('\nCar, a steady turn\n\n  %6s %9s %9s\n', 'speed', 'yaw', 'formula');
for i = 1:3
    turns(i) = turn (speeds(i)); %#ok<AGROW>
    fprintf ('  %6g %9.5f %9.5f\n', speeds(i), turns(i).yaw, turns(i).formula);
end
[lanes, sol, sys] = change ();
fprintf ('\nDouble change of lane at 20 m/s\n\n  %6s %7s %7s %7s %7s %8s\n', 'steps', 'aside', ...
    'across', 'roll', 'load', 'seconds');
fprintf ('  %6d %7.2f %7.2f %7.2f %7.2f %8.2f\n\n', lanes.steps, lanes.aside, ...
    max (abs (lanes.across)), lanes.roll, lanes.load, lanes.seconds);
result = struct ('turns', turns, 'lanes', lanes);
if ~isempty (file)
    write_picture (file, [900 560], @() draw (lanes));
    fprintf ('The picture: %s\n', file);
end
if ~isempty (film)
    geomsanimate (sol, sys, 'File', film, 'Follow', 'hull', 'View', [-60 25]);
    fprintf ('The film: %s\n', film);
end

end

% the steering wheel is turned within half a second
function r = turn (speed)
d = 0.01;
T = linspace (0, 6, 121);
[sys, car] = car_system ([T; d * (1 - exp(-(T / 0.5) .^ 2))]);
x0 = start (sys, car, speed);
sol = geoms (sys, [0 6], x0, 'RelTol', 1e-6, 'AbsTol', 1e-8);
V = norm (sol.v(1:2, end));
K = (1 / car.c(1) - 1 / car.c(2)) / 9.81;
r = struct ('speed', speed, 'yaw', sol.v(6, end), 'formula', V * d / (car.a + car.b + K * V^2));
end

function x0 = start (sys, car, speed)
x0 = struct ('p', sys.tree.start.p, 'v', sys.tree.start.v * speed / car.speed);
end

function [r, sol, sys] = change ()
T = linspace (0, 7, 281);
wave = @(s) (s > 0 & s < 1) .* sin (2 * pi * s) .* (1 - cos (2 * pi * s));
[sys, car] = car_system ([T; 0.052 * (wave((T - 0.5) / 2.2) - wave((T - 3.6) / 2.2))]);
watch = tic;
sol = geoms (sys, [0 7], [], 'RelTol', 1e-6, 'AbsTol', 1e-8);
seconds = toc (watch);
t = linspace (0, 7, 351);
m = geomsmotion (sol, sys, 'hull', t);
left = reshape (m.R(:, 2, :), 3, []);
load = zeros (4, numel (t));
names = {'front left', 'front right', 'rear left', 'rear right'};
for i = 1:4
    wheel = geomsmotion (sol, sys, names{i}, t);
    load(i, :) = car.r - wheel.x(3, :);
end
r = struct ('steps', sol.stats.naccpt, 'aside', max (abs (m.x(2, :))), 'across', ...
    sum (left .* m.a, 1), 'roll', 180 / pi * max (abs (asin (left(3, :)))), ...
    'load', min (min (load, [], 2) ./ load(:, 1)), 'seconds', seconds, 't', t, 'x', m.x);
end

function draw (r)
subplot (2, 1, 1);
plot (r.x(1, :), r.x(2, :), 'b', 'linewidth', 2);
title ('path, m');
subplot (2, 1, 2);
plot (r.t, r.across, 'r', 'linewidth', 2);
title ('lateral acceleration, m/s^2');
xlabel ('t, s');
end
