function [sys, car] = car_system (steer)
% CAR_SYSTEM  A car with four wheels, suspension and steering; its tyres are a law.
%   [SYS, CAR] = CAR_SYSTEM (STEER) is a tree: the hull is free; at each corner an upright slides along
%   z with spring and damper, on the front ones a hub turns about z as STEER says, a function @(t)
%   [d; d'; d''] (see 'motion' of GEOMSADDBODY), and the wheels turn about y. STEER left out or []:
%   straight on.
%
%   A wheel whose centre has the height h stands on the plane z = 0; N (h, h') = k (r - h) - b h', never
%   negative. With e along the ground in the plane of the wheel, n across, and the velocity u of the
%   point of contact, the ground pushes with
%
%       F = -mu N s / sqrt (1 + s's),   s = c / mu (u.e, u.n) / V,   V = max (|x'.e|, 1)
%
%   CAR is a struct with the numbers: speed, a, b (front and rear axle from the centre of mass), track,
%   r, mass (of the hull, of an upright, of a wheel), c (front, rear: cornering stiffness in parts of
%   N), mu, k, d.
%
%   See also RUN_CAR, GEOMSADDFORCE.

if nargin < 1, steer = []; end

car = struct ('speed', 20, 'a', 1.2, 'b', 1.4, 'track', 1.5, 'r', 0.3, 'mass', [1300 20 20], ...
    'c', [12 15], 'mu', 0.9, 'k', 2e5, 'd', 500, 'h', 0.55);
load = corner_loads (car);
tree = geomsaddbody (geomstree (), 'hull', 'joint', 'free', 'mass', car.mass(1), 'inertia', ...
    [450 1900 2100], 'q', [0, 0, car.h, 1 0 0 0], 'v', [car.speed 0 0 0 0 0], 'shape', outline (car));
names = {'front left', 'front right', 'rear left', 'rear right'};
for i = 1:4
    front = i < 3;
    x = car.a * front - car.b * ~front;
    y = car.track / 2 * (-1) ^ (i - 1);
    z = car.r - car.h - sum (load([front, ~front] > 0)) / car.k;
    upright = [names{i}, ' upright'];
    tree = geomsaddbody (tree, upright, 'parent', 'hull', 'at', [x y z], 'joint', 'prismatic', ...
        'axis', 'z', 'mass', car.mass(2), 'inertia', 0.2);
    spring = load(2 - front) - 9.81 * sum (car.mass(2:3));
    tree = geomsaddforce (tree, 'joint', upright, 'stiffness', 25e3, 'rest', -spring / 25e3, ...
        'damping', 2.5e3);
    if front && ~isempty (steer)
        tree = geomsaddbody (tree, [names{i}, ' hub'], 'parent', upright, 'axis', 'z', 'motion', steer);
        upright = [names{i}, ' hub'];
    end
    tree = geomsaddbody (tree, names{i}, 'parent', upright, 'axis', 'y', 'mass', car.mass(3), ...
        'inertia', [0.5 0.8 0.5], 'v', car.speed / car.r, 'shape', ...
        {'cylinder', car.r, 0.18, [0 1 0]});
end
tree = geomsaddforce (tree, 'law', @(t,p,v,X) tyres (car, X), names, 'name', 'tyres');
tree = geomsaddbody (tree, 'road', 'joint', 'fixed', 'shape', {'line', marks()});
sys = geomssys (tree, 'vectorized', true, 'autonomous', isempty (steer));

end

% of a front and of a rear wheel at rest
function load = corner_loads (car)
load = 9.81 * (car.mass(1) / 2 * [car.b car.a] / (car.a + car.b) + sum (car.mass(2:3)));
end

% lines of the hull
function shape = outline (car)
low = -0.2;
x = [car.a + 0.8, car.a - 0.2, car.a - 0.9, -car.b + 0.6, -car.b - 0.1, -car.b - 0.7];
z = [0.15, 0.3, 0.75, 0.75, 0.35, 0.3];
side = [x(1), low; [x', z']; x(6), low; x(1), low];
w = car.track / 2 - 0.05;
left = [side(:, 1), w * ones(size (side, 1), 1), side(:, 2)];
right = left .* repmat ([1 -1 1], size (left, 1), 1);
across = zeros (0, 3);
for i = 1:size (left, 1) - 1
    across = [across; NaN(1, 3); left(i, :); right(i, :)]; %#ok<AGROW>
end
shape = {'line', [left; NaN(1, 3); right; across]};
end

% edges of two lanes, and dashes between them
function P = marks ()
x = (-20:10:150)';
one = ones (size (x));
dashes = reshape ([x, 1.75 * one, 0 * one, x + 4, 1.75 * one, 0 * one, NaN(numel (x), 3)]', 3, [])';
P = [-20 -1.75 0; 160 -1.75 0; NaN(1, 3); -20 5.25 0; 160 5.25 0; NaN(1, 3); dashes];
end

function W = tyres (car, X)
wheels = {X.front_left, X.front_right, X.rear_left, X.rear_right};
W = zeros (4, 6, size (X.front_left.x, 2));
for i = 1:4
    W(i, :, :) = tyre (car, wheels{i}, car.c(1 + (i > 2)));
end
end

% moment about the centre of a wheel and force, 6 x k
function W = tyre (car, X, c)
axis = reshape (X.R(:, 2, :), 3, []);
flat = sqrt (axis(1, :).^2 + axis(2, :).^2);
e = [axis(2, :); -axis(1, :)] ./ [flat; flat];
n = [-e(2, :); e(1, :)];
N = max (car.k * (car.r - X.x(3, :)) - car.d * X.v(3, :), 0);
V = max (abs (sum (e .* X.v(1:2, :), 1)), 1);
u = X.v(1:2, :) + car.r * [-X.w(2, :); X.w(1, :)];    % x' + w x (0, 0, -r)
s = c / car.mu * [sum(e .* u, 1); sum(n .* u, 1)] ./ [V; V];
push = -car.mu * N ./ sqrt (1 + sum (s .^ 2, 1));
F = [e .* repmat(push .* s(1, :), 2, 1) + n .* repmat(push .* s(2, :), 2, 1); N];
W = [car.r * F(2, :); -car.r * F(1, :); zeros(size (N)); F];    % (0, 0, -r) x F
end
