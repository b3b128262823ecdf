function [sys, x0] = links_system (last)
% LINKS_SYSTEM  Five links that hang on each other, with dampers in the hinges.
%   [SYS, X0] = LINKS_SYSTEM (LAST): the links have the length and mass 1, the last one the mass LAST
%   in the middle and a spring in its hinge. Of LAST = 0 an equation of first order is left, damper
%   against spring. X0 are velocities that meet it.
%
%   See also RUN_MASSLESS, GEOMSADDBODY.

tree = geomstree ('planar', true);
parent = 'ground';
for i = 1:5
    name = sprintf ('link%d', i);
    m = 1 + (i == 5) * (last - 1);
    tree = geomsaddbody (tree, name, 'parent', parent, 'at', [i > 1, 0], 'mass', m, ...
        'com', [0.5 0], 'inertia', m / 12, 'q', 0.3 - 0.1 * i);
    tree = geomsaddforce (tree, 'joint', name, 'damping', 5, 'stiffness', 10 * (i == 5));
    parent = name;
end
sys = geomssys (tree);
x0 = geomsinit (sys, 0);

end
