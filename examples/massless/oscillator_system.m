function [sys, x0] = oscillator_system (m1, damping, force)
% OSCILLATOR_SYSTEM  Two coupled oscillators, the first with a small mass or none (Figure 1).
%   [SYS, X0] = OSCILLATOR_SYSTEM (M1, DAMPING, FORCE) describes two masses M1 and m2 = 1 on the x
%   axis, c1 = c2 = 100, with both damping constants DAMPING and F (t) = FORCE sin 3t:
%
%       m1 p1'' = F - c1 p1 - d1 p1' + c2 (p2 - p1) + d2 (p2' - p1')
%       m2 p2'' =   - c2 (p2 - p1) - d2 (p2' - p1')
%
%   in q = (p1, p2 - p1). With M1 = 0 the first equation is one of first order. X0 is at p1 = 0.1,
%   p2 = 0.15, p2' = 0, with the p1' that this equation needs at M1 = 0.
%
%   Example:
%       [sys, x0] = oscillator_system (0, 0.1, 20);
%       sol = geoms (sys, [0 5], x0);
%
%   See also RUN_MASSLESS, GEOMSADDBODY.

slide = {'joint', 'prismatic', 'at', [1 0]};
tree = geomstree ('planar', true, 'gravity', [0 0]);
tree = geomsaddbody (tree, 'first', slide{:}, 'mass', m1);
tree = geomsaddbody (tree, 'second', 'parent', 'first', slide{:}, 'mass', 1);
for name = {'first', 'second'}
    tree = geomsaddforce (tree, 'joint', name{1}, 'stiffness', 100, 'damping', damping);
end
tree = geomsaddforce (tree, 'force', 'first', 'value', @(t) [force * sin(3 * t), 0]);
sys = geomssys (tree);
q = [0.1; 0.05];
w = (-100 * q(1) + 100 * q(2)) / (2 * damping);    % 0 = - c1 q1 - d1 w + c2 q2 + d2 (0 - w)
x0 = struct ('p', q, 'v', [w; -w]);

end
