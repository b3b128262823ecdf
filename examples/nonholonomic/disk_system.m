function [sys, x0, exact] = disk_system (gs, Om, w0)
% DISK_SYSTEM  A vertical disk that rolls on an incline, in mechanical form.
%   [SYS, X0, EXACT] = DISK_SYSTEM (GS, OM, W0) describes a disk (mass 1, radius 1, inertia 1/2 about
%   its axle, 1/4 about the vertical) that stays upright and rolls without slip. The incline falls in
%   direction x, gravity along it is GS; the disk turns about the vertical with the speed OM and begins
%   rolling with the speed W0. Defaults 4.905 (30 degrees), 1, 2.
%
%       p = (x, y, phi, psi)  point of contact, heading, angle of rolling;   p' = v,  M v' = f - H' mu
%       0 = H v = (x' - cos phi psi', y' - sin phi psi')
%
%   H and the derivative of H v are derived. x = EXACT (t) is the motion that begins with X0, rows
%   [mu; v; p].
%
%   Example:
%       [sys, x0, exact] = disk_system ();
%       sol = geoms (sys, [0 5], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
%       max (max (abs (sol.y - exact (sol.t))))
%
%   See also RUN_NONHOLONOMIC, GEOMSSYS.

if nargin < 1, gs = 4.905; end
if nargin < 2, Om = 1; end
if nargin < 3, w0 = 2; end

sys = geomssys ( ...
    'mass', [1; 1; 0.25; 0.5], ...
    'force', @(t, p, v) [gs; 0; 0; 0], ...
    'nonholonomic', @(t, p, v) [v(1) - cos(p(3)) * v(4); v(2) - sin(p(3)) * v(4)], ...
    'derive', 'on');
x0 = struct ('p', zeros (4, 1), 'v', [w0; 0; Om; w0]);
exact = @(t) motion (t, gs, Om, w0);

end

function x = motion (t, gs, Om, w0)
b = gs / (1.5 * Om);
S = sin (Om * t);
C = cos (Om * t);
roll = w0 + b * S;              % psi'
x = [gs - Om * (b * C.^2 - S .* roll)
    -Om * (C .* roll + b * S .* C)
    C .* roll
    S .* roll
    Om + 0 * t
    roll
    w0 / Om * S + b / (2 * Om) * S.^2
    w0 / Om * (1 - C) + b / (2 * Om) * (Om * t - sin (2 * Om * t) / 2)
    Om * t
    w0 * t + b / Om * (1 - C)];
end
