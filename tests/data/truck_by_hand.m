function [sys, x0] = truck_by_hand (spring, load)
% TRUCK_BY_HAND  The truck of truck_system with a Jacobian and accelerations that were derived by hand.
%
%   [sys, x0] = truck_by_hand (spring, load)
%
%   Functions for many points at once, with parameters, that are called. truck_parameters and truck_road are
%   those of examples/truck.

if nargin < 1, spring = 'linear'; end
if nargin < 2, load = 'constrained'; end
q = truck_parameters ();
q.pneumatic = strcmp (spring, 'pneumatic');
common = {'mass', q.mass, 'force', @force, 'vectorized', true, 'derive', 'off'};
names = {'y1', 'y2', 'phi3', 'y4', 'y5', 'phi6', 'x7', 'y8', 'phi9'};
common = [common, {'names', struct('p', {names}, 'v', {strcat(names, '''')})}];
if strcmp (load, 'constrained')
    q = elements (q, 1:7);
    sys = geomssys (common{:}, 'constraint', @joint, 'constraintJacobian', @gradient, ...
        'constraintAcceleration', @acceleration, 'parameters', q);
else
    q = elements (q, 1:9);
    sys = geomssys (common{:}, 'parameters', q);
end
offset = q.ac - q.cc;
x0 = struct ('p', [0.5; 2; 0; 0.5; 2.9; 0; offset(1); 2 + offset(2); 0]);

end

function q = elements (q, which)
for name = {'k', 'd', 'f0', 'a', 'e', 'Y', 'PX', 'PY'}
    values = q.(name{1});
    q.(name{1}) = values(which, :);
end
end

function f = force (t, p, v, q)
one = ones (1, numel (t));
rear = truck_road (t, 6.5, q);
front = truck_road (t, 2, q);
C = cos (p([3 6 9], :));
S = sin (p([3 6 9], :));
x = q.a(:, one) + q.e * p(7, :) + q.PX * C - q.PY * S;
y = q.Y * [rear(1, :); front(1, :); p([1 2 4 5 8], :)] + q.PX * S + q.PY * C;
L = sqrt (x.^2 + y.^2);
x = x ./ L;
y = y ./ L;
wC = C .* v([3 6 9], :);
wS = S .* v([3 6 9], :);
rate = x .* (q.e * v(7, :) - q.PX * wS - q.PY * wC) ...
    + y .* (q.Y * [rear(2, :); front(2, :); v([1 2 4 5 8], :)] + q.PX * wC - q.PY * wS);
N = q.k(:, one) .* L + q.d(:, one) .* rate + q.f0(:, one);
if q.pneumatic
    N(3, :) = (q.fn + q.pa * q.A) * ((1 + q.s * q.lnom) ./ (1 + q.s * L(3, :))).^q.kappa ...
        - q.pa * q.A + q.d(3) * rate(3, :);
end
x = N .* x;
y = N .* y;
f = zeros (9, numel (t));
f([1 2 4 5 8], :) = -q.Y(:, 3:7).' * y - q.gravity * q.mass([1 2 4 5 8]) * one;
f([3 6 9], :) = S .* (q.PX.' * x + q.PY.' * y) + C .* (q.moment * q.PY.' * x - q.PX.' * y);
f(7, :) = -q.e.' * x;
end

% the arms of the joint, turned: on the load, on the chassis
function [c, a] = arms (p, q)
C = cos (p(9, :));
S = sin (p(9, :));
c = [q.cc(1) * C - q.cc(2) * S; q.cc(1) * S + q.cc(2) * C];
C = cos (p(3, :));
S = sin (p(3, :));
a = [q.ac(1) * C - q.ac(2) * S; q.ac(1) * S + q.ac(2) * C];
end

function g = joint (~, p, q)
[c, a] = arms (p, q);
g = p([7 8], :) + c - a;
g(2, :) = g(2, :) - p(2, :);
end

function G = gradient (~, p, q)
[c, a] = arms (p, q);
G = zeros (2, 9, size (p, 2));
G(1, 7, :) = 1;
G(2, 8, :) = 1;
G(2, 2, :) = -1;
G(1, 3, :) = a(2, :);
G(2, 3, :) = -a(1, :);
G(1, 9, :) = -c(2, :);
G(2, 9, :) = c(1, :);
end

function b = acceleration (~, p, v, q)
[c, a] = arms (p, q);
b = a .* v([3 3], :).^2 - c .* v([9 9], :).^2;
end
