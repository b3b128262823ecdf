function [sys, arm] = arm_system (integral)
% ARM_SYSTEM  A robot arm with four joints and a controller that may have an integral state.
%   [SYS, ARM] = ARM_SYSTEM (INTEGRAL) is a tree: a column turns about z, and carries upper arm,
%   forearm and hand, which turn about y; the hand holds a thing. The controller knows the weight of
%   the arm, but not that of the thing. With e = q - q_d (t) the motors give
%
%       u = G (q) - P e - D e' - I r,   r' = e
%
%   where G are the torques that hold the arm alone, and I = 0 without INTEGRAL (default true).
%   To the tree are added r, as 'dynamics', and u, as 'force'.
%
%   ARM is a struct with lengths l, masses m (arm, then thing), gains P, D, I, path, a function of t
%   that gives q_d, q_d' (4 x k each), weight, a function of q and the mass of the thing, and tend.
%
%   See also RUN_ROBOTARM, GEOMSSYS.

if nargin < 1, integral = true; end

arm = struct ('l', [0.5 0.45 0.4 0.2], 'm', [20 8 5 1.5 4], 'P', [900; 2500; 1200; 300], ...
    'D', [120; 300; 120; 20], 'I', integral * [1500; 6000; 3000; 900], 'tend', 6);
arm.path = @(t) path_between (t);
arm.weight = @(q, thing) weight (q, arm.l, [arm.m(2:4), thing]);
rod = @(m, l) {'mass', m, 'com', [0 0 l/2], 'inertia', m * l^2 / 12 * [1 1 0.05], 'axis', 'y'};
tree = geomsaddbody (geomstree (), 'column', 'axis', 'z', 'mass', arm.m(1), ...
    'com', [0, 0, arm.l(1)/2], 'inertia', [0.5 0.5 0.3], 'shape', {'cylinder', 0.09, arm.l(1)});
parent = 'column';
names = {'upper arm', 'forearm', 'hand'};
for i = 1:3
    link = rod(arm.m(i + 1), arm.l(i + 1));
    tree = geomsaddbody (tree, names{i}, 'parent', parent, 'at', [0 0 arm.l(i)], link{:});
    parent = names{i};
end
tree = geomsaddbody (tree, 'thing', 'parent', 'hand', 'at', [0 0 arm.l(4)], 'joint', 'fixed', ...
    'mass', arm.m(5), 'inertia', arm.m(5) * 0.1^2 / 6, 'shape', {'box', [0.1 0.1 0.1]});
sys = geomssys (tree, 'vectorized', true, 'dims', struct ('nr', 4), ...
    'dynamics', @(t,p,v,z) p - arm.path(t), 'force', @(t,p,v,z) motors (arm, t, p, v, z.r), ...
    'names', struct ('r', {{'column.r', 'upper arm.r', 'forearm.r', 'hand.r'}}));

end

function u = motors (arm, t, q, v, r)
k = ones (size (t));
[qd, vd] = arm.path (t);
u = arm.weight (q, 0) - arm.P(:, k) .* (q - qd) - arm.D(:, k) .* (v - vd) - arm.I(:, k) .* r;
end

% torques about y that hold the weight of all that hangs on a joint; angles count from the vertical
function G = weight (q, l, m)
angle = cumsum (q(2:4, :), 1);
out = sin (angle);
hand = 9.81 * (m(3)/2 + m(4)) * l(4) * out(3, :);
forearm = 9.81 * (m(2)/2 + m(3) + m(4)) * l(3) * out(2, :);
upper = 9.81 * (m(1)/2 + sum (m(2:4))) * l(2) * out(1, :);
G = -[0 * hand; upper + forearm + hand; forearm + hand; hand];
end

% from one pose to the next with rest at both, three times, then wait
function [q, v] = path_between (t)
poses = [0 0.2 1.2 0.6; 0.9 0.9 0.9 0.3; 1.8 0.5 1.6 0.2; 1.8 1.1 0.7 0.6]';
q = poses(:, ones (size (t)));
v = 0 * q;
for k = 1:3
    s = min (max (t / 1.2 - (k - 1), 0), 1);
    way = poses(:, k + 1) - poses(:, k);
    q = q + way * (s .^ 3 .* (10 - 15 * s + 6 * s .^ 2));
    v = v + way * (30 * s .^ 2 .* (1 - s) .^ 2 / 1.2);
end
end
