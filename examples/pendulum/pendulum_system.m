function sys = pendulum_system (g, L, m)
% PENDULUM_SYSTEM  The mathematical pendulum in mechanical form.
%   SYS = PENDULUM_SYSTEM (G, L, M) describes a point of mass M that moves without friction on a
%   circle of radius L in the x-y plane under the gravity G; defaults 13.75, 1 and 1. With G = 13.75
%   and L = 1 a pendulum that is let go in a horizontal position has a period of (nearly) 2.
%
%       p' = v,   M v' = f - G' lambda,   0 = g (p) = p' p - L^2
%
%   This is Example 2.8 of Steinbrecher (2007). M, f and g are all that is given: G = 2 p', the hidden
%   constraints 0 = 2 p'v, 0 = 2 v'v + 2 p'v' and the Jacobian are derived.
%
%   Example:
%       sys = pendulum_system ();
%       sol = geoms (sys, [0 10], struct ('p', [1; 0], 'v', [0; 0]));
%       plot (sol.t, sol.p)
%
%   See also PENDULUM_RESIDUAL, GEOMSSYS, GEOMS.

if nargin < 1, g = 13.75; end
if nargin < 2, L = 1; end
if nargin < 3, m = 1; end

sys = geomssys ( ...
    'mass', m * eye (2), ...
    'force', @(t, p, v) [0; -m * g], ...
    'constraint', @(t, p) p' * p - L^2, ...
    'derive', 'on');

end
