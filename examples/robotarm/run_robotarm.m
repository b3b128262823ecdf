function result = run_robotarm (file, film)
% RUN_ROBOTARM  A robot arm carries a thing whose weight its controller does not know.
%   RESULT = RUN_ROBOTARM (FILE, FILM) moves ARM_SYSTEM along its path over 6 s, with a controller
%   without and with integral states, and prints
%
%       steps       accepted steps
%       path        largest distance of the thing from its path, in mm
%       end         the same at the end, in mm
%       hold        largest difference, at the end, of a motor's torque from the weight it has to
%                   hold, in parts of that
%       seconds     of computing time
%
%   With FILE given and not empty it draws the distance and the torques into a PNG file; with FILM the
%   motion into a GIF file.
%
%   What to expect: without integral the arm hangs 2.5 cm below its goal, where P e is the
%   weight of the thing; with it the states r take over that weight, and the distance goes to 0.
%
%   Takes about 1 s.
%
%   See also ARM_SYSTEM, GEOMSSYS, GEOMSANIMATE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end

fprintf ('\nRobot arm, 6 s\n\n  %-10s %6s %9s %9s %9s %8s\n', 'controller', 'steps', 'path', ...
    'end', 'hold', 'seconds');
words = {'PD', 'PID'};
for i = 1:2
    [sys, arm] = arm_system (i == 2);
    [result(i), sol] = carry (sys, arm); %#ok<AGROW>
    fprintf ('  %-10s %6d %9.2f %9.3f %9.1e %8.2f\n', words{i}, result(i).steps, ...
        max (result(i).distance), result(i).distance(end), result(i).hold, result(i).seconds);
end
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [900 420], @() draw (result));
    fprintf ('The picture: %s\n', file);
end
if ~isempty (film)
    geomsanimate (sol, sys, 'Trace', 'thing', 'File', film, 'View', [35 20]);
    fprintf ('The film: %s\n', film);
end

end

function [r, sol] = carry (sys, arm)
[q, v] = arm.path (0);
watch = tic;
sol = geoms (sys, linspace (0, arm.tend, 301), struct ('p', q, 'v', v), 'RelTol', 1e-6, ...
    'AbsTol', 1e-8);
seconds = toc (watch);
m = geomsmotion (sol, sys, 'thing');
apart = m.x - place (arm.path(sol.t), arm.l);
e = sol.p - arm.path(sol.t);
k = ones (size (sol.t));
u = arm.weight (sol.p, 0) - arm.P(:, k) .* e - arm.I(:, k) .* sol.r;
need = arm.weight (sol.p(:, end), arm.m(5));
r = struct ('steps', sol.stats.naccpt, 'distance', 1000 * sqrt (sum (apart .^ 2, 1)), ...
    'hold', max (abs (u(2:4, end) ./ need(2:4) - 1)), 'seconds', seconds, 't', sol.t, 'torque', ...
    u, 'need', need);
end

% of the thing, for angles q
function x = place (q, l)
angle = cumsum (q(2:4, :), 1);
reach = l(2:4) * sin (angle);
x = [cos(q(1, :)) .* reach; sin(q(1, :)) .* reach; l(1) + l(2:4) * cos(angle)];
end

function draw (result)
subplot (1, 2, 1);
plot (result(1).t, result(1).distance, 'r', 'linewidth', 2);
hold on
plot (result(2).t, result(2).distance, 'b', 'linewidth', 2);
hold off
legend ('PD', 'PID', 'location', 'northeast');
title ('distance from the path, mm');
xlabel ('t, s');
subplot (1, 2, 2);
plot (result(2).t, result(2).torque(2:4, :), 'linewidth', 2);
hold on
plot (result(2).t(end) * ones (3, 1), result(2).need(2:4), 'ko');
hold off
axis ([0, result(2).t(end), -125, 35])
legend ('upper arm', 'forearm', 'hand', 'weight held', 'location', 'northeast');
title ('torques of PID without damping, Nm');
xlabel ('t, s');
end
