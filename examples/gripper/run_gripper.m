function result = run_gripper (file, tolerances)
% RUN_GRIPPER  A gripper: branches, a coupling, pads without mass, functions of time.
%   RESULT = RUN_GRIPPER (FILE, TOLERANCES) moves GRIPPER_SYSTEM over [0, 4] with each of TOLERANCES
%   (default 1e-6, 1e-9) and prints
%
%       steps       accepted steps
%       mirror      largest difference of the right hand side from the mirror image of the left one
%       gear        largest difference of the multiplier of the coupling from half the torque
%       pads        largest unbalanced force on a pad, in N
%       residual    largest relative residual of the coupling and its derivatives
%
%   With FILE given and not empty it draws the hand at five times and the angles into a PNG file.
%
%   What to expect: the motor of the left finger moves both, and by symmetry each takes half of its
%   torque, lambda = torque / 2; mirror, gear and pads follow the tolerance, the residual is
%   rounding. The pads have no mass: the run begins with velocities with which their forces
%   balance, found by GEOMS.
%
%   Takes about 1 s.
%
%   See also GRIPPER_SYSTEM, GEOMSADDJOINT, GEOMSADDFORCE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, tolerances = [1e-6 1e-9]; end

[sys, hand] = gripper_system ();
fprintf ('\nGripper, 4 s\n\n  %9s %6s %9s %9s %9s %9s\n', 'tolerance', 'steps', 'mirror', ...
    'gear', 'pads', 'residual');
for i = 1:numel (tolerances)
    r = grip (sys, hand, tolerances(i));
    fprintf ('  %9.0e %6d %9.1e %9.1e %9.1e %9.1e\n', r.tolerance, r.steps, r.mirror, r.gear, ...
        r.pads, r.residual);
    result(i) = r; %#ok<AGROW>
end
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [900 420], @() draw (result(end), hand));
    fprintf ('The picture: %s\n', file);
end

end

% p = [finger; tip; pad] of the left, then of the right side
function r = grip (sys, hand, tolerance)
sol = geoms (sys, linspace (0, 4, 201), [], 'RelTol', tolerance, 'AbsTol', tolerance);
side = corners (sol.p, hand);
angle = sol.p(1, :) + sol.p(2, :);
% the thing is pressed: along x of the ground, and along x of the pad
F = hand.k * (side{2}(1, :, 4) - side{1}(1, :, 4) - hand.w);
balance = hand.c * sol.p(3, :) + hand.d * sol.v(3, :) - F .* cos (angle);
r = struct ('tolerance', tolerance, 'steps', sol.stats.naccpt, ...
    'mirror', max (max (abs (sol.p(1:3, :) + sol.p(4:6, :)))), ...
    'gear', max (abs (sol.lambda - hand.torque (sol.t) / 2)), 'pads', max (abs (balance)), ...
    'residual', max (sol.residual.relative(:)), 't', sol.t, 'p', sol.p, 'v', sol.v);
end

% of each side: 2 x times x 4, x and z of finger, tip, end of the tip, pad, seen from the palm
function side = corners (p, hand)
side = cell (1, 2);
for i = 1:2
    q = p(3 * i + (-2:0), :);
    at = zeros (2, size (p, 2), 4);
    at(1, :, 1) = (2 * i - 3) * hand.w / 2;
    at(2, :, 1) = -0.02;
    a = [q(1, :); q(1, :) + q(2, :)];
    for k = 1:2
        at(:, :, k + 1) = at(:, :, k) - hand.l * [sin(a(k, :)); cos(a(k, :))];
    end
    at(:, :, 4) = at(:, :, 3) + [q(3, :) .* cos(a(2, :)); -q(3, :) .* sin(a(2, :))];
    side{i} = at;
end
end

function draw (r, hand)
side = corners (r.p, hand);
axes ('position', [0.07 0.15 0.4 0.74]);
hold on
for k = [1, 51, 101, 151, 201]
    shift = 0.13 * (k - 1) / 50;
    up = 0.05 * (1 - cos (pi * r.t(k) / 4));
    line = [reshape(side{1}(:, k, 4:-1:1), 2, 4), reshape(side{2}(:, k, :), 2, 4)];
    plot (line(1, :) + shift, line(2, :) + up, 'b-', 'linewidth', 2);
    plot (line(1, [1 end]) + shift, line(2, [1 end]) + up, 'r.-', 'markersize', 14);
end
hold off
axis equal
axis ([-0.08 0.6 -0.25 0.2])
title ('the hand at t = 0, 1, 2, 3, 4 s (beside each other)');
axes ('position', [0.57 0.15 0.4 0.74]);
plot (r.t, r.p(1:2, :) * 180 / pi, 'linewidth', 2);
legend ('finger', 'tip', 'location', 'southwest');
title ('angles on the left, degrees');
xlabel ('t, s');
end
