function [sys, x0] = truck_system (spring, load, given)
% TRUCK_SYSTEM  The Eich-Soellner/Fuehrer truck: five bodies in the plane on a road with a bump.
%   [SYS, X0] = TRUCK_SYSTEM (SPRING, LOAD) describes it in mechanical form,
%
%       p = (y1, y2, phi3, y4, y5, phi6, x7, y8, phi9),   p' = v,   M v' = f (t, p, v) - G' lambda
%
%   heights of rear wheel y1, chassis y2, front wheel y4, cabin y5 and load y8, the load's place x7 and
%   the angles of chassis, cabin and load. SPRING is 'linear' (default) or 'pneumatic', which is the front
%   suspension; LOAD is 'constrained' (default: it rests on the chassis by a joint, two constraints) or
%   'unconstrained' (by two more springs and dampers). X0 is the start, an equilibrium. TRUCK_SYSTEM
%   (SPRING, LOAD, GIVEN) changes the parameters, see TRUCK_PARAMETERS. M, f and g are all that is given: the
%   Jacobian of the joint, its hidden constraints and the derivatives of the forces are derived.
%
%   An element with the vector rho between its ends, of length L, pulls with
%
%       F = N rho/L,    N = k L + d L' + f0,    pneumatic:
%       N = (fn + pa A) ((1 + s lnom)/(1 + s L))^kappa - pa A + d L'
%
%   and at the point (sx, sy) of a body turns it by (cos phi sy - sin phi sx) Fx + (cos phi sx - sin phi
%   sy) Fy, as the source has it (the moment of F has -(cos phi sy + sin phi sx) Fx: that is what
%   struct ('moment', 1) in GIVEN takes, and what TRUCK_BODIES has). Of
%   the road see TRUCK_ROAD: its bump is 2 m before the front wheel and 6.5 m before the rear wheel. The
%   joint:
%
%       0 = g = (x7, y8 - y2) + R (phi9) cc - R (phi3) ac
%
%   Sources: see TRUCK_PARAMETERS; they have + G' lambda, so that lambda has the other sign here: (0,
%   -6.80562088888888e4) at the start. The constant fn of the pneumatic spring is inferred: with it the
%   start is the equilibrium of the linear truck, and k the slope of the spring there.
%
%   The multipliers are 1e5 times as large as what the truck moves by: with one AbsTol for all unknowns
%   they alone determine the steps, and at 1e-11 and below psf fails because lambda(1), which is 0 at the
%   start, is not known so well (forces of 1e5 add up to it). Give AbsTol as a struct.
%
%   Example:
%       [sys, x0] = truck_system ('pneumatic');
%       sol = geoms (sys, [0 20], x0, 'RelTol', 1e-6, ...
%           'AbsTol', struct ('p', 1e-6, 'v', 1e-6, 'lambda', 0.1));
%       plot (sol.t, sol.p([1 2 4], :))
%
%   See also RUN_TRUCK, TRUCK_BODIES, TRUCK_PARAMETERS, TRUCK_ROAD, TRUCK_REFERENCE.

if nargin < 1, spring = 'linear'; end
if nargin < 2, load = 'constrained'; end
if nargin < 3, given = struct (); end
q = truck_parameters (given);
q.pneumatic = strcmp (word (spring, {'linear', 'pneumatic'}), 'pneumatic');
names = {'y1', 'y2', 'phi3', 'y4', 'y5', 'phi6', 'x7', 'y8', 'phi9'};
common = {'names', struct('p', {names}, 'v', {strcat(names, '''')}), 'derive', 'on'};
if strcmp (word (load, {'constrained', 'unconstrained'}), 'constrained')
    q = elements (q, 1:7);
    common = [common, {'constraint', @(t, p) joint(p, q)}];
else
    q = elements (q, 1:9);
end
sys = geomssys ('mass', q.mass, 'force', @(t, p, v) force (t, p, v, q), common{:});
offset = q.ac - q.cc;
x0 = struct ('p', [0.5; 2; 0; 0.5; 2.9; 0; offset(1); 2 + offset(2); 0]);

end

function value = word (value, list)
if ~ischar (value) || ~any (strcmp (value, list))
    error ('geoms:example:word', 'It must be ''%s'' or ''%s''.', list{:});
end
end

function q = elements (q, which)
for name = {'k', 'd', 'f0', 'a', 'e', 'Y', 'PX', 'PY'}
    values = q.(name{1});
    q.(name{1}) = values(which, :);
end
end

function f = force (t, p, v, q)
rear = truck_road (t, 6.5, q);
front = truck_road (t, 2, q);
C = cos (p([3 6 9]));
S = sin (p([3 6 9]));
x = q.a + q.e * p(7) + q.PX * C - q.PY * S;
y = q.Y * [rear(1); front(1); p([1 2 4 5 8])] + q.PX * S + q.PY * C;
L = sqrt (x.^2 + y.^2);
x = x ./ L;
y = y ./ L;
wC = C .* v([3 6 9]);
wS = S .* v([3 6 9]);
rate = x .* (q.e * v(7) - q.PX * wS - q.PY * wC) ...
    + y .* (q.Y * [rear(2); front(2); v([1 2 4 5 8])] + q.PX * wC - q.PY * wS);
N = q.k .* L + q.d .* rate + q.f0;
if q.pneumatic
    N(3) = (q.fn + q.pa * q.A) * ((1 + q.s * q.lnom) / (1 + q.s * L(3)))^q.kappa ...
        - q.pa * q.A + q.d(3) * rate(3);
end
x = N .* x;
y = N .* y;
f = zeros (9, 1);
f([1 2 4 5 8]) = -q.Y(:, 3:7)' * y - q.gravity * q.mass([1 2 4 5 8]);
f([3 6 9]) = S .* (q.PX' * x + q.PY' * y) + C .* (q.moment * q.PY' * x - q.PX' * y);
f(7) = -q.e' * x;
end

function g = joint (p, q)
g = [p(7); p(8) - p(2)] + turned (p(9), q.cc) - turned (p(3), q.ac);
end

function x = turned (phi, x)
x = [cos(phi) * x(1) - sin(phi) * x(2); sin(phi) * x(1) + cos(phi) * x(2)];
end
