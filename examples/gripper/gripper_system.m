function [sys, hand] = gripper_system ()
% GRIPPER_SYSTEM  A hand with two fingers, pads without mass and a soft thing between them.
%   [SYS, HAND] = GRIPPER_SYSTEM () is a tree with two branches. The palm slides along z as a table
%   of positions says. A finger hangs at each side of it, s = -1 and +1, at (s w/2, 0, -0.02), and
%   turns about y; a tip hangs at its end, and at the end of the tip a pad that slides along its x.
%   Lengths are l.
%
%       fingers    only the left one has a motor, with the torque  -m sin (t);  the coupling
%                  q_left + q_right = 0  moves the other one
%       tips       springs, dampers, and stops
%       pads       no mass: their springs c, dampers d and the thing between them balance at all
%                  times,  d q' = -c q + F cos (angle)
%       thing      a spring between the pads, not stretched as drawn
%
%   HAND is a struct with the numbers w, l, c, d, k (stiffness of the thing) and torque, a function
%   of t.
%
%   See also RUN_GRIPPER, GEOMSADDBODY, GEOMSADDJOINT, GEOMSADDFORCE.

hand = struct ('w', 0.08, 'l', 0.06, 'c', 500, 'd', 2, 'k', 200, 'torque', @(t) -0.3 * sin (t));
T = linspace (0, 4, 9);
tree = geomsaddbody (geomstree (), 'palm', 'joint', 'prismatic', 'axis', 'z', 'mass', 2, ...
    'inertia', 0.01, 'motion', [T; 0.05 * (1 - cos(pi * T / 4))]);
rod = {'axis', 'y', 'mass', 0.1, 'com', [0, 0, -hand.l/2], 'inertia', [1e-4 1e-4 1e-5]};
names = {'left', 'right'};
for i = 1:2
    name = names{i};
    tree = geomsaddbody (tree, name, 'parent', 'palm', 'at', [(2*i - 3) * hand.w/2, 0, -0.02], ...
        rod{:});
    tree = geomsaddbody (tree, [name, ' tip'], 'parent', name, 'at', [0, 0, -hand.l], rod{:});
    tree = geomsaddbody (tree, [name, ' pad'], 'parent', [name, ' tip'], 'at', [0, 0, -hand.l], ...
        'joint', 'prismatic', 'axis', 'x');
    tree = geomsaddforce (tree, 'joint', [name, ' tip'], 'stiffness', 0.2, 'damping', 2e-3);
    tree = geomsaddforce (tree, 'stop', [name, ' tip'], [-0.25 0.25], 'stiffness', 50);
    tree = geomsaddforce (tree, 'joint', [name, ' pad'], 'stiffness', hand.c, 'damping', hand.d);
end
tree = geomsaddforce (tree, 'joint', 'left', 'torque', hand.torque, 'damping', 1e-3);
tree = geomsaddforce (tree, 'joint', 'right', 'damping', 1e-3);
tree = geomsaddforce (tree, 'spring', 'left pad', 'right pad', 'stiffness', hand.k, 'name', ...
    'thing');
tree = geomsaddjoint (tree, 'coupling', names, [1 1], 'name', 'gear');
sys = geomssys (tree);

end
