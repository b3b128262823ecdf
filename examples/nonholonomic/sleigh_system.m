function [sys, x0, exact] = sleigh_system (w0, a, m)
% SLEIGH_SYSTEM  The Chaplygin sleigh, in mechanical form.
%   [SYS, X0, EXACT] = SLEIGH_SYSTEM (W0, A, M) describes a body (mass M, inertia 3 M A^2 about its
%   centre of mass) on a plane that rests on a blade, the distance A behind the centre of mass; the
%   blade moves along itself only. It begins at rest, turning with the speed W0. Defaults 1.
%
%       p = (x, y, theta) of the blade,   p' = v,   M (p) v' = f - H' mu
%       0 = H v = -sin theta x' + cos theta y'
%
%   H and the derivative of H v are derived. Turning dies out, and the sleigh ends up moving straight
%   ahead: there is no friction, and the energy is constant. x = EXACT (t) is the motion that begins with
%   X0, rows [mu; v; p] (A. M. Bloch, Nonholonomic Mechanics and Control, 2003, section 1.7).
%
%   Example:
%       [sys, x0, exact] = sleigh_system ();
%       sol = geoms (sys, [0 5], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
%       max (max (abs (sol.y - exact (sol.t))))
%
%   See also RUN_NONHOLONOMIC, GEOMSSYS.

if nargin < 1, w0 = 1; end
if nargin < 2, a = 1; end
if nargin < 3, m = 1; end

sys = geomssys ( ...
    'mass', @(t, p) inertia (p(3), a, m), ...
    'force', @(t, p, v) m * a * v(3)^2 * [cos(p(3)); sin(p(3)); 0], ...
    'nonholonomic', @(t, p, v) cos (p(3)) * v(2) - sin (p(3)) * v(1), ...
    'derive', 'on');
x0 = struct ('p', [0; 0; 0], 'v', [0; 0; w0]);
exact = @(t) motion (t, w0, a, m);

end

function M = inertia (theta, a, m)
s = sin (theta);
c = cos (theta);
M = m * [1, 0, -a * s; 0, 1, a * c; -a * s, a * c, 4 * a^2];
end

function x = motion (t, w0, a, m)
c = 2 * a * w0;                 % speed in the end
T = w0 / 2 * t;
gd = 2 * atan (tanh (T / 2));
theta = 2 * gd;
u = c * tanh (T);               % along the blade
w = w0 ./ cosh (T);
x = [-0.75 * m * u .* w
    u .* cos(theta)
    u .* sin(theta)
    w
    2 * c / w0 * (tanh (T).^2 - log (cosh (T)))
    2 * c / w0 * (gd - tanh (T) ./ cosh (T))
    theta];
end
