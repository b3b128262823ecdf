function [sys, w] = walker_system ()
% WALKER_SYSTEM  A machine that trots on four legs, with knees that have stops.
%   [SYS, W] = WALKER_SYSTEM () is a planar tree: a trunk, and at its ends two legs each, of a thigh and a
%   shank of length l. With the phase s = om t of the one diagonal pair, s = om t + pi of the other, the
%   motors turn
%
%       hips     towards  A sin s,             with k, d
%       knees    towards  B - C max (0, cos s)^2, with k, d: bent while the leg swings forwards
%
%   A knee cannot be stretched beyond 0: a stop holds it, against which the motor presses (B > 0) while
%   the leg stands. Where a foot is y < 0 below the ground, that pushes it with
%
%       N = c (-y)^1.5 max (0, 1 - 1.5 d y')   upwards,   -mu N tanh (x'/v0)   along
%
%   W is a struct with the numbers: l, A, B, C, om, c, d, mu, v0, tend, feet (the names of the
%   shanks).
%
%   See also RUN_WALKER, GEOMSADDFORCE.

w = struct ('l', 0.25, 'A', 0.3, 'B', 0.05, 'C', 1.1, 'om', 3 * pi, 'c', 4e5, 'd', 0.4, ...
    'mu', 0.8, 'v0', 0.05, 'tend', 5);
w.feet = {'near fore foot', 'far fore foot', 'near hind foot', 'far hind foot'};
tree = geomsaddbody (geomstree ('planar', true), 'trunk', 'joint', 'planar', 'mass', 10, ...
    'inertia', 0.6, 'q', [0, 2 * w.l * cos(w.A / 2), 0], 'shape', ...
    {'line', [-0.4 0; 0.4 0; 0.55 0.15; 0.65 0.1; NaN NaN; -0.4 0; -0.5 0.1]});
phases = [0 pi pi 0];
T = linspace (0, w.tend, 100 * w.tend + 1);
for i = 1:4
    thigh = strrep (w.feet{i}, 'foot', 'thigh');
    s = phases(i);
    bar = @(m) {'mass', m, 'com', [0, -w.l/2], 'inertia', m * w.l^2 / 12};
    upper = bar(0.8);
    lower = bar(0.4);
    tree = geomsaddbody (tree, thigh, 'parent', 'trunk', 'at', [0.35 * (-1)^(i > 2), 0], upper{:}, ...
        'q', w.A * sin (s), 'shape', {'line', [0 0; 0 -w.l]});
    tree = geomsaddbody (tree, w.feet{i}, 'parent', thigh, 'at', [0, -w.l], lower{:}, ...
        'q', -w.C * max (0, cos (s))^2, 'shape', {'line', [0 0; 0 -w.l; 0.03 -w.l]});
    tree = geomsaddforce (tree, 'joint', thigh, 'stiffness', 200, 'damping', 8, 'torque', ...
        [T; w.A * (200 * sin(w.om * T + s) + 8 * w.om * cos(w.om * T + s))]);
    swing = max (0, cos (w.om * T + s));
    rate = -2 * w.om * swing .* sin (w.om * T + s);
    tree = geomsaddforce (tree, 'joint', w.feet{i}, 'stiffness', 40, 'damping', 1, 'torque', ...
        [T; 40 * (w.B - w.C * swing .^ 2) - w.C * rate]);
    tree = geomsaddforce (tree, 'stop', w.feet{i}, [-2 0], 'stiffness', 2e4, 'damping', 0.3);
end
tree = geomsaddforce (tree, 'law', @(t,p,v,X) ground (w, X), w.feet, 'name', 'feet');
tree = geomsaddbody (tree, 'floor', 'joint', 'fixed', 'shape', {'line', floor_lines()});
sys = geomssys (tree, 'vectorized', true);

end

% moment about the knee and force on each shank
function W = ground (w, X)
shanks = {X.near_fore_foot, X.far_fore_foot, X.near_hind_foot, X.far_hind_foot};
k = size (shanks{1}.x, 2);
W = zeros (4, 3, k);
for i = 1:4
    shank = shanks{i};
    arm = -w.l * reshape (shank.R(:, 2, :), 2, k);
    at = shank.x + arm;
    speed = shank.v + [-shank.w .* arm(2, :); shank.w .* arm(1, :)];
    N = w.c * max (-at(2, :), 0) .^ 1.5 .* max (1 - 1.5 * w.d * speed(2, :), 0);
    F = -w.mu * N .* tanh (speed(1, :) / w.v0);
    W(i, :, :) = [arm(1, :) .* N - arm(2, :) .* F; F; N];
end
end

% the ground, with a mark at every half metre
function P = floor_lines ()
x = (-1:0.5:8)';
marks = reshape ([x, 0 * x, x - 0.05, 0 * x - 0.05, NaN(numel (x), 2)]', 2, [])';
P = [-1 0; 8 0; NaN NaN; marks];
end
