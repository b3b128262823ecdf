function m = geomsmotion (sol, sys, point, t)
%GEOMSMOTION  Motion of a body, or of a point of it, along a run of a tree.
%   M = GEOMSMOTION (SOL, SYS, POINT) is the motion at the times SOL.t, M = GEOMSMOTION (SOL, SYS,
%   POINT, T) at the k times T within the run, which must have kept its dense data then. SYS is the
%   system GEOMSSYS (TREE) that GEOMS has integrated. POINT is 'body', 'body.marker'
%   (GEOMSADDMARKER) or {'body', [x y z]}; 'ground' is a body. M has the fields, in axes of the
%   ground,
%     t         the times
%     x, v, a   place, velocity, acceleration of the point, 3 x k
%     R         rotation, 3 x 3 x k: columns are the axes of the body (of a marker with its own
%               axes: those)
%     w, alpha  angular velocity and acceleration, 3 x k
%   Of a planar tree x, v, a are 2 x k, R is 2 x 2 x k, w and alpha are 1 x k, and there is
%     angle     the angle of the body, 1 x k, which counts turns
%   The origin of a body is its joint. Accelerations of bodies without mass, where none is told by
%   the forces on them, are NaN.
%
%   Example: path and speed of the tip of a pendulum
%       tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%           'inertia', 1/12);
%       sys = geomssys (tree);
%       sol = geoms (sys, [0 2]);
%       m = geomsmotion (sol, sys, {'arm', [1 0]}, linspace (0, 2, 200));
%       plot (m.x(1, :), m.x(2, :))
%       max (sum (m.v .^ 2, 1))                  % 3 g = 29.43
%
%   See also GEOMSREACTION, GEOMSENERGY, GEOMSANIMATE, GEOMSTREE, GEOMSVAL.

if nargin < 3
    error ('geoms:arguments:number', ['geomsmotion needs a solution, its system and a point: ', ...
        'geomsmotion (sol, sys, ''arm'').']);
elseif nargin < 4
    t = [];
end
tree_results_check (sol, sys, 'geomsmotion');
place = tree_point (tree_results_names (sys), point, 'geomsmotion');
r = tree_results (sol, sys, t);
m = tree_results_point (r, place);
unknown = [false, tree_results_unknown(sol, sys)];
if unknown(place(1) + 1)
    m.a(:) = NaN;
    m.alpha(:) = NaN;
end
if sys.tree.planar
    m = flat (m, r, sys, place(1));
end

end

function m = flat (m, r, sys, body)
m.x = m.x(1:2, :);
m.v = m.v(1:2, :);
m.a = m.a(1:2, :);
m.R = m.R(1:2, 1:2, :);
m.w = m.w(3, :);
m.alpha = m.alpha(3, :);
m.angle = joint_angles (r, sys, body);
turned = atan2 (m.R(2, 1, 1), m.R(1, 1, 1)) - m.angle(1);    % of 'turn'
m.angle = m.angle + atan2 (sin (turned), cos (turned));
end

% sum of the turns of all joints on the way from the ground
function angle = joint_angles (r, sys, body)
words = tree_words ();
tree = sys.tree;
last = cumsum (tree_sizes (tree));
p = r.x(sys.index.p, :);
angle = zeros (size (r.t));
while body > 0
    turns = any (strcmp (words.joints{tree.bodies(2, body) + 1}, {'revolute', 'planar'}));
    if turns && tree.motions(body) > 0
        angle = angle + driven_angle (tree, body, r.t);
    elseif turns
        angle = angle + p(last(body), :);
    elseif tree.bodies(29, body) > 0
        angle = angle + mapped_angle (r, body, tree.bodies(1, body));
    end
    body = tree.bodies(1, body);
end
end

function angle = driven_angle (tree, body, t)
all_last = cumsum (tree_sizes (tree, true));
angle = zeros (size (t));
for j = 1:numel (t)
    q = tree_drive (tree, t(j));
    angle(j) = q(all_last(body));
end
end

% of a joint 'user': what the rotation says but for turns, which the angular velocity tells
function angle = mapped_angle (r, body, parent)
[turned, w] = turned_by (r, body);
if parent > 0
    [before, w_before] = turned_by (r, parent);
    turned = turned - before;
    w = w - w_before;
end
angle = atan2 (sin (turned), cos (turned));
for j = 2:numel (angle)
    expected = angle(j - 1) + (r.t(j) - r.t(j - 1)) * (w(j) + w(j - 1)) / 2;
    angle(j) = angle(j) + 2 * pi * round ((expected - angle(j)) / (2 * pi));
end
end

function [angle, w] = turned_by (r, body)
motion = reshape (r.motion(:, body, :), 24, []);
angle = atan2 (motion(2, :), motion(1, :));
w = motion(18, :);
end

%!test # a pendulum that falls: v^2 = 3 g at the tip of a rod, at the lowest point
%! tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [0.5 0], ...
%!     'inertia', 1/12);
%! sys = geomssys (tree);
%! m = geomsmotion (geoms (sys, [0 1]), sys, {'arm', [1 0]});
%! assert (sum (m.v .^ 2, 1), -3 * 9.81 * m.x(2, :), 1e-4);
%! assert (m.x, [cos(m.angle); sin(m.angle)], 1e-14);
%!error <Did you mean 'arm'>
%! tree = geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'inertia', 1);
%! sys = geomssys (tree);
%! geomsmotion (geoms (sys, [0 1]), sys, 'amr');
