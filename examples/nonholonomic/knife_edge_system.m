function [sys, x0, exact] = knife_edge_system (gs, w, u0, m, J)
% KNIFE_EDGE_SYSTEM  A knife edge on an incline, in mechanical form.
%   [SYS, X0, EXACT] = KNIFE_EDGE_SYSTEM (GS, W, U0, M, J) describes a body (mass M, inertia J) that
%   touches an incline with an edge and can move along it, but not across. The incline falls in
%   direction x, gravity along it is GS; the body turns with the speed W and begins with the speed U0
%   along the edge. Defaults 4.905 (30 degrees), 1, 0, 1, 1.
%
%       p = (x, y, phi),   p' = v,   M v' = f - H' mu,   f = (M GS, 0, 0)
%       0 = H v = sin phi x' - cos phi y'
%
%   H and the derivative of H v are derived. x = EXACT (t) is the motion that begins with X0, rows
%   [mu; v; p].
%
%   Example:
%       [sys, x0, exact] = knife_edge_system ();
%       sol = geoms (sys, [0 5], x0, 'RelTol', 1e-8, 'AbsTol', 1e-8);
%       max (max (abs (sol.y - exact (sol.t))))
%
%   See also RUN_NONHOLONOMIC, GEOMSSYS.

if nargin < 1, gs = 4.905; end
if nargin < 2, w = 1; end
if nargin < 3, u0 = 0; end
if nargin < 4, m = 1; end
if nargin < 5, J = 1; end

sys = geomssys ( ...
    'mass', [m; m; J], ...
    'force', @(t, p, v) [m * gs; 0; 0], ...
    'nonholonomic', @(t, p, v) sin (p(3)) * v(1) - cos (p(3)) * v(2), ...
    'derive', 'on');
x0 = struct ('p', [0; 0; 0], 'v', [u0; 0; w]);
exact = @(t) motion (t, gs, w, u0, m);

end

function x = motion (t, gs, w, u0, m)
S = sin (w * t);
C = cos (w * t);
u = u0 + gs / w * S;            % along the edge
x = [m * (u * w + gs * S)
    u .* C
    u .* S
    w + 0 * t
    gs / (2 * w^2) * S.^2 + u0 / w * S
    gs / (2 * w^2) * (w * t - sin (2 * w * t) / 2) + u0 / w * (1 - C)
    w * t];
end
