function W = car_tyres (car, X, road)
% CAR_TYRES  What the ground does to the wheels of CAR_SYSTEM: the law of its tyres.
%   W = CAR_TYRES (CAR, X) returns 4 x 6, for k states 4 x 6 x k: moment about the centre and force on each
%   wheel, see 'law' in GEOMSADDFORCE and, for the formulas, CAR_SYSTEM. W = CAR_TYRES (CAR, X, ROAD) is on
%   uneven ground: [z, z_x] = ROAD (x, y) are its height and slope along x, 1 x k. h and h' are
%   then those of the centre above it; its small slope does not turn the force.
%
%   See also CAR_SYSTEM, CAR_TREE.

if nargin < 3, road = @flat; end

wheels = {X.front_left, X.front_right, X.rear_left, X.rear_right};
W = zeros (4, 6, size (X.front_left.x, 2));
for i = 1:4
    W(i, :, :) = tyre (car, wheels{i}, car.c(1 + (i > 2)), road);
end

end

function [z, slope] = flat (x, y)
z = 0 * (x + y);
slope = z;
end

% moment about the centre of a wheel and force, 6 x k
function W = tyre (car, X, c, road)
axis = reshape (X.R(:, 2, :), 3, []);
flat = sqrt (axis(1, :).^2 + axis(2, :).^2);
e = [axis(2, :); -axis(1, :)] ./ [flat; flat];
n = [-e(2, :); e(1, :)];
[z, slope] = road (X.x(1, :), X.x(2, :));
N = max (car.k * (car.r + z - X.x(3, :)) + car.d * (slope .* X.v(1, :) - X.v(3, :)), 0);
V = max (abs (sum (e .* X.v(1:2, :), 1)), 1);
u = X.v(1:2, :) + car.r * [-X.w(2, :); X.w(1, :)];    % x' + w x (0, 0, -r)
s = c / car.mu * [sum(e .* u, 1); sum(n .* u, 1)] ./ [V; V];
push = -car.mu * N ./ sqrt (1 + sum (s .^ 2, 1));
F = [e .* repmat(push .* s(1, :), 2, 1) + n .* repmat(push .* s(2, :), 2, 1); N];
W = [car.r * F(2, :); -car.r * F(1, :); zeros(size (N)); F];    % (0, 0, -r) x F
end
