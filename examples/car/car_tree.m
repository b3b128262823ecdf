function [tree, car] = car_tree (steer)
% CAR_TREE  The bodies of CAR_SYSTEM: hull, uprights, hubs, wheels, without what the ground does.
%   [TREE, CAR] = CAR_TREE (STEER): STEER is 'motion' of the front hubs (GEOMSADDBODY), or [] for a car
%   without hubs, or 'free': hubs turn freely then, and something else must hold them.
%
%   See also CAR_SYSTEM, CAR_TYRES.

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
        how = {'motion', steer};
        if ischar (steer)
            how = {'inertia', [0.5 0.5 0.8]};
        end
        tree = geomsaddbody (tree, [names{i}, ' hub'], 'parent', upright, 'axis', 'z', how{:});
        upright = [names{i}, ' hub'];
    end
    tree = geomsaddbody (tree, names{i}, 'parent', upright, 'axis', 'y', 'mass', car.mass(3), ...
        'inertia', [0.5 0.8 0.5], 'v', car.speed / car.r, 'shape', ...
        {'cylinder', car.r, 0.18, [0 1 0]});
end

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
