function result = run_quadcopter (file, tend)
% RUN_QUADCOPTER  A craft with four propellers, its thrusts given as functions of time.
%   RESULT = RUN_QUADCOPTER (FILE, TEND) flies QUADCOPTER_SYSTEM over [0, TEND] (default 4 s), with
%   the thrusts as function handles and as tables, and prints
%
%       steps       accepted steps
%       error       of the position at the end, in m
%       turn        error of the angular velocity about the body's z, at all outputs, in rad/s
%       seconds     of computing time
%
%   With FILE given and not empty it draws the path and the angular velocity into a PNG file.
%
%   The reference: Newton's and Euler's equations, written down once more and integrated by ode45,
%
%       m x'' = R (0, 0, sum T_k) - m g e_3,   J w' = -w x J w + sum r_k x T_k + drag
%
%   and about z, where J_1 = J_2, an integral that is known:  J_3 w_3 = sum of the drags,
%   integrated.
%
%   What to expect: errors of some 1e-7 at the tolerance 1e-8. The four thrusts do not agree, so that
%   the craft tilts, flies off sideways and falls. Neither calls the host during the run: functions of time
%   are recorded; the splines of the tables are as good as the tolerance.
%
%   Takes about 1 s.
%
%   See also QUADCOPTER_SYSTEM, GEOMSADDFORCE, GEOMSTREE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, tend = 4; end

fprintf ('\nQuadcopter, %g s\n\n  %-8s %7s %9s %9s %8s\n', tend, 'thrusts', 'steps', 'error', ...
    'turn', 'seconds');
words = {'handles', 'tables'};
for i = 1:2
    result(i) = fly (words{i}, linspace (0, tend, 201)); %#ok<AGROW>
    fprintf ('  %-8s %7d %9.1e %9.1e %8.2f\n', words{i}, result(i).steps, result(i).error, ...
        result(i).turn, result(i).seconds);
end
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [900 420], @() draw (result(1)));
    fprintf ('The picture: %s\n', file);
end

end

function found = fly (how, times)
[sys, craft] = quadcopter_system (how);
watch = tic;
sol = geoms (sys, times, [], 'RelTol', 1e-8, 'AbsTol', 1e-8);
seconds = toc (watch);
ref = reference (craft, times);
k = (1:4)';
signs = (-1) .^ k;
phase = k * ones (size (times));
drags = 0.05 / 2 * (signs' * (cos (phase) - cos (phase + 2 * ones (4, 1) * times)));
w3 = craft.drag / craft.J(3) * drags;
found = struct ('thrusts', how, 'steps', sol.stats.naccpt, ...
    'error', norm (sol.p(1:3, end) - ref(end, 1:3)'), 'turn', max (abs (sol.v(6, :) - w3)), ...
    'seconds', seconds, 't', sol.t, 'p', sol.p, 'v', sol.v);
end

% y = [x; x'; e; w]
function y = reference (c, times)
opts = odeset ('RelTol', 1e-10, 'AbsTol', 1e-10);
[~, y] = ode45 (@(t, y) motion (t, y, c), times, [0 0 1  0 0 0  1 0 0 0  0 0 0]', opts);
end

function yp = motion (t, y, c)
e = y(7:10) / norm (y(7:10));
w = y(11:13);
T = c.thrust (t);
up = [2 * (e(2) * e(4) + e(1) * e(3)); 2 * (e(3) * e(4) - e(1) * e(2)); ...
    1 - 2 * (e(2)^2 + e(3)^2)];
moment = [c.arms(2, :) * T; -c.arms(1, :) * T; c.drag * ([-1 1 -1 1] * T)];
yp = [y(4:6); up * sum(T) / c.mass - [0; 0; c.gravity]
    0.5 * [-e(2:4)'; e(1), -e(4), e(3); e(4), e(1), -e(2); -e(3), e(2), e(1)] * w
    (moment - cross (w, c.J .* w)) ./ c.J];
end

function draw (r)
axes ('position', [0.07 0.15 0.4 0.74]);
plot3 (r.p(1, :), r.p(2, :), r.p(3, :), 'b', 'linewidth', 2);
hold on
plot3 (r.p(1, 1), r.p(2, 1), r.p(3, 1), 'ko');
hold off
grid on
title ('path, m');
axes ('position', [0.57 0.15 0.4 0.74]);
plot (r.t, r.v(4:6, :), 'linewidth', 2);
legend ('w_1', 'w_2', 'w_3', 'location', 'southwest');
title ('angular velocity in axes of the body, rad/s');
xlabel ('t, s');
end
