function [sys, x0, exact] = parallelogram_system (k)
% PARALLELOGRAM_SYSTEM  A coupler on two or three parallel cranks, in absolute coordinates.
%
%   [sys, x0, exact] = parallelogram_system (k)
%
%   p = (x, y, phi) of crank 1 ... k (length 1, mass 1), then of the coupler (length 2, mass 2);
%   supports at equal distances from 0 to 2, gravity 9.81. Each of the 2k pivots has two constraints:
%   4k for 3k + 3 coordinates and one degree of freedom. For k = 3 the rank is 11 of 12.
%
%   [theta, omega] = exact (t): angle and speed of the cranks, which start at rest at -pi/3:
%
%       (k/3 + 2) theta'' = -(k/2 + 2) 9.81 cos theta
%
%   that is, theta + pi/2 is the angle of a pendulum from its lowest point.

ends = pivots (k);
m = [ones(1, k), 2];
l = [ones(1, k), 2];
mass = reshape ([m; m; m .* l.^2 / 12], [], 1);
weight = reshape ([0 * m; -9.81 * m; 0 * m], [], 1);
sys = geomssys ('mass', mass, 'force', @(t,p,v) weight*ones (1, numel (t)), ...
                'constraint', @(t,p) places (p, ends), ...
                'constraintJacobian', @(t,p) gradient (p, ends), ...
                'constraintVelocity', @(t,p,v) speeds (p, v, ends), ...
                'constraintAcceleration', @(t,p,v) acceleration (p, v, ends), ...
                'vectorized', true, 'autonomous', true);
theta = -pi/3;
supports = linspace (0, 2, k);
x0.p = [reshape([supports + cos(theta)/2; sin(theta)/2*ones(1, k); theta*ones(1, k)], [], 1); ...
        1 + cos(theta); sin(theta); 0];
exact = @(t) swing (t, 9.81*(k/2 + 2)/(k/3 + 2));
end

% rows: bar and distance of the point from its centre on side 1; the same on side 2, or 0 and the
% place of the support
function ends = pivots (k)
crank = (1:k)';
supports = linspace (0, 2, k)';
ends = [crank, -0.5*ones(k, 1), zeros(k, 1), supports; ...
        crank, 0.5*ones(k, 1), (k + 1)*ones(k, 1), supports - 1];
end

% the sum over both sides of all pivots of +-[a + d b], with d from ends and a, b of the bars, 2 x bars
% x k; a and b of the support are those of the bar number 0
function g = over_pivots (ends, a, b)
k = size (a, 3);
n = size (ends, 1);
pick = @(A, side) A(:, ends(:,2*side - 1) + 1, :);
d = @(side) repmat (ends(:,2*side)', [2, 1, k]);
g = pick (a, 1) + d(1).*pick (b, 1) - pick (a, 2) - d(2).*pick (b, 2);
g = reshape (g, 2*n, k);
end

function [x, y, phi] = coordinates (p)
x = p(1:3:end,:);
y = p(2:3:end,:);
phi = p(3:3:end,:);
end

% 2 x bars x k from rows of the bars, the support before
function A = with_support (x, y, support)
[n, k] = size (x);
A = zeros (2, n + 1, k);
A(1,1,:) = support;
A(1,2:end,:) = reshape (x, 1, n, k);
A(2,2:end,:) = reshape (y, 1, n, k);
end

function g = places (p, ends)
[x, y, phi] = coordinates (p);
g = over_pivots (ends, with_support (x, y, 0), with_support (cos (phi), sin (phi), 1));
end

function gI = speeds (p, v, ends)
[~, ~, phi] = coordinates (p);
[x, y, w] = coordinates (v);
gI = over_pivots (ends, with_support (x, y, 0), ...
                  with_support (-sin (phi).*w, cos (phi).*w, 0));
end

function c = acceleration (p, v, ends)
[~, ~, phi] = coordinates (p);
w = v(3:3:end,:).^2;
c = over_pivots (ends, with_support (0*w, 0*w, 0), ...
                 with_support (-cos (phi).*w, -sin (phi).*w, 0));
end

function G = gradient (p, ends)
[n, k] = size (p);
G = zeros (2*size (ends, 1), n, k);
for side = 1:2
  for i = reshape (find (ends(:,2*side - 1)' > 0), 1, [])
    b = ends(i,2*side - 1);
    d = (3 - 2*side)*ends(i,2*side);
    G(2*i - 1,3*b - 2,:) = 3 - 2*side;
    G(2*i,3*b - 1,:) = 3 - 2*side;
    G(2*i + (-1:0),3*b,:) = [-d*sin(p(3*b,:)); d*cos(p(3*b,:))];
  end
end
end

% sin (phi/2) = k sn (K + w t, k), phi = theta + pi/2, k = sin (pi/12)
function [theta, omega] = swing (t, g)
k = sin (pi/12);
K = ellipke (k^2);
[sn, cn] = ellipj (K + sqrt (g)*t, k^2);
theta = 2*asin (k*sn) - pi/2;
omega = 2*k*sqrt (g)*cn;
end
