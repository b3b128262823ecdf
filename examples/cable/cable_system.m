function [sys, cable] = cable_system (links, damping)
% CABLE_SYSTEM  A cable of hinged links that is held at both ends.
%   [SYS, CABLE] = CABLE_SYSTEM (LINKS, DAMPING) is a cable of 10 m and 1 kg / m in the plane, made
%   of LINKS rigid rods (default 500) with a damper in every hinge (default 0.01 N m s). The first
%   rod hangs on the ground at (0, 0), the last one is pinned at (8, 0): two constraints.
%
%   SYS describes it as it is drawn: straight from both ends to a point at 3.5 m of its length.
%   CABLE is a struct with length, span, weight (N / m), links, step (length of a rod), and shape, a
%   function of the angles p (links x k) that returns the points between rods, [x; y] in
%   2 x (links + 1) x k numbers.
%
%   Example:
%       [sys, cable] = cable_system (100);
%       sol = geoms (sys, [0 1], struct (), 'RelTol', 1e-4, 'AbsTol', 1e-4);
%       xy = cable.shape (sol.p(:, end));
%       plot (xy(1, :), xy(2, :))
%
%   See also RUN_CABLE, GEOMSADDJOINT.

if nargin < 1, links = 500; end
if nargin < 2, damping = 0.01; end
step = 10 / links;
cable = struct ('length', 10, 'span', 8, 'weight', 9.81, 'links', links, 'step', step, ...
    'shape', @(p) points (p, step));

% the triangle with sides a, b and the span
kink = round (0.35 * links);
a = kink * step;
b = 10 - a;
first = -acos ((a^2 + 64 - b^2) / (16 * a));
second = acos ((b^2 + 64 - a^2) / (16 * b));
rod = {'mass', step, 'com', [step/2 0], 'inertia', step^3/12};
tree = geomsaddbody (geomstree ('planar', true), 'link1', rod{:}, 'q', first);
for i = 2:links
    tree = geomsaddbody (tree, sprintf ('link%d', i), 'parent', sprintf ('link%d', i - 1), ...
        'at', [step 0], rod{:}, 'q', (i == kink + 1) * (second - first));
    tree = geomsaddforce (tree, 'joint', sprintf ('link%d', i), 'damping', damping);
end
tree = geomsaddjoint (tree, 'revolute', {'ground', [8 0]}, {sprintf('link%d', links), [step 0]}, ...
    'name', 'pin');
sys = geomssys (tree);

end

function xy = points (p, step)
angle = cumsum (p, 1);
xy = zeros (2, size (p, 1) + 1, size (p, 2));
xy(1, 2:end, :) = step * cumsum (cos (angle), 1);
xy(2, 2:end, :) = step * cumsum (sin (angle), 1);
end
