function sys = pendulum_residual (g, L, m)
% PENDULUM_RESIDUAL  The mathematical pendulum in the residual form of the GEOMS manual.
%   SYS = PENDULUM_RESIDUAL (G, L, M) is the system of PENDULUM_SYSTEM, given by its reduced
%   derivative array, mass matrix and Jacobian. Unknowns and rows have the manual's order:
%
%       x   = [lambda; v1; v2; p1; p2]
%       rda = [gII; gI; g; f_dyn (2); f_kin (2)]
%
%       gII   = 2 v'v - 2 G p2 - (4/M) p'p lambda        f_dyn = [-2 p1 lambda; -M G - 2 p2 lambda]
%       gI    = 2 p'v                                    f_kin = v
%       g     = p'p - L^2
%
%   This is Example 2.8 of Steinbrecher (2007), equations (13a) to (13e). The Jacobian is d rda / dx
%   (the manual's subroutine JAC returns its negative).
%
%   Example:
%       sys = pendulum_residual ();
%       sol = geoms (sys, [0 10], [0; 0; 0; 1; 0]);
%
%   See also PENDULUM_SYSTEM, GEOMSSYS.

if nargin < 1, g = 13.75; end
if nargin < 2, L = 1; end
if nargin < 3, m = 1; end

sys = geomssys ( ...
    'dims', struct ('np', 2, 'nv', 2, 'nl', 1), ...
    'eom', @(t, x) eom (x, g, L, m), ...
    'jac', @(t, x) jac (x, g, m), ...
    'mass', m * eye (2), ...
    'vectorized', true);

end

function rda = eom (x, g, L, m)
lambda = x(1, :);
v = x(2:3, :);
p = x(4:5, :);
pp = sum (p.^2, 1);
rda = [2 * sum(v.^2, 1) - 2 * g * p(2, :) - 4 / m * pp .* lambda
       2 * sum(p .* v, 1)
       pp - L^2
       -2 * p(1, :) .* lambda
       -m * g - 2 * p(2, :) .* lambda
       v];
end

function J = jac (x, g, m)
lambda = x(1);
v = x(2:3)';
p = x(4:5)';
J = [-4 / m * (p * p'), 4 * v,        -8 / m * lambda * p - [0, 2 * g]
     0,                 2 * p,        2 * v
     0,                 0, 0,         2 * p
     -2 * p',           zeros(2),     -2 * lambda * eye(2)
     zeros(2, 1),       eye(2),       zeros(2)];
end
