function [sys, x0, exact] = circle_system (ratio)
% CIRCLE_SYSTEM  A point on a circle whose inertia depends on the direction.
%   [SYS, X0, EXACT] = CIRCLE_SYSTEM (RATIO) is the point p of the plane with
%
%       0 = (p'p - 1)/2,   M v' = -M p - p lambda,   M = ratio I + (1 - ratio) w w'
%
%   Its mass is 1 along w and RATIO across. The axis w turns with p: it stands at the small angle b,
%   tan b = sqrt (RATIO), to the radius, so that the mass along the circle is 2 RATIO / (1 + RATIO).
%   EXACT (t) is [lambda; v; p] of the motion from X0: p = (cos t, sin t), lambda = 0 for every RATIO.
%   A speed s along the circle that is not 1 becomes 1 quickly: s' = -a (s^2 - 1) with
%   a = (1 - RATIO) / (2 sqrt (RATIO)).
%
%   See also RUN_ODAE, GEOMSSYS.

sys = geomssys ('mass', @(t, p) mass_of (p, ratio), ...
    'force', @(t, p, v) -mass_of (p, ratio) * p, ...
    'constraint', @(t, p) (p'*p - 1) / 2, 'derive', 'on');
x0 = struct ('p', [1; 0], 'v', [0; 1]);
exact = @(t) [zeros(size(t)); -sin(t); cos(t); cos(t); sin(t)];

end

function w = axis_of (p, ratio)
w = (p + sqrt (ratio) * [p(2); -p(1)]) / sqrt (1 + ratio);
end

function M = mass_of (p, ratio)
w = axis_of (p, ratio);
M = ratio * eye (2) + (1 - ratio) * (w * w');
end
