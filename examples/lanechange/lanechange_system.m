function [sys, car] = lanechange_system ()
% LANECHANGE_SYSTEM  The car of CAR_SYSTEM with steering that follows a path, on a road that may be uneven.
%   [SYS, CAR] = LANECHANGE_SYSTEM () is a tree. The controller looks L = V preview ahead, V the speed, sees
%   how far the path y_d (x) is aside there, e, across the car, and steers onto the circle that leads
%   through that point; with a delay of 0.05 s, and at most 0.5 rad:
%
%       r' = (delta - r) / 0.05,   delta = (l + K V^2) 2 e / L^2,   K = (1/c_f - 1/c_r)/g
%
%   (K is that of the car's single-track model, see RUN_CAR). The front wheels follow r by a steering gear
%   with the torque 2e4 (r - q) - 200 q' each. Nothing drives the car: it rolls. y_d changes lanes by
%   half waves of a cosine, from 5 m before the end of a lane to 5 m behind the beginning of the next.
%
%   The road has the height rough * sum A_i cos (2 pi n_i (x cos a_i + y sin a_i) + b_i), waves of n_i
%   = 0.05 ... 0.8 per m from all sides: A_i^2 / 2 is what the spectrum 16e-6 m^3 (n / 0.1)^-2, the middle
%   of class A in ISO 8608, has around n_i. rough = 8 is the middle of class D, a bad road.
%
%   Parameters of SYS are [preview, rough], 0.6 s and 0. CAR is that of CAR_TREE and has path, a function of
%   x, road, a function of x, y and rough, gates (from, to, centre, width, see LANECHANGE_GATES), front,
%   rear, half (its outline from the centre of mass).
%
%   See also RUN_LANECHANGE, CAR_SYSTEM.

[tree, car] = car_tree ('free');
car.front = car.a + 0.8;
car.rear = car.b + 0.7;
car.half = 0.85;
car.gates = lanechange_gates (2 * car.half);
car.path = @(x) path_of (x);
car.road = @(x, y, rough) road_of (x, y, rough);
names = {'front left', 'front right', 'rear left', 'rear right'};
tree = geomsaddforce (tree, 'law', @(t,p,v,X,q) car_tyres (car, X, @(x, y) car.road (x, y, q(2))), ...
    names, 'name', 'tyres');
tree = geomsaddbody (tree, 'road', 'joint', 'fixed', 'shape', {'line', cones(car.gates)});
parameters = {'preview', 0.6, 'rough', 0};
bare = geomssys (tree, 'parameters', parameters);
hubs = find (ismember (bare.names.v, {'front left hub.v', 'front right hub.v'}));
sys = geomssys (tree, 'parameters', parameters, 'dims', struct ('nr', 1), ...
    'dynamics', @(t,p,v,z,q) (driver (car, p, v, q(1)) - z.r) / 0.05, ...
    'force', @(t,p,v,z,q) gear (hubs, p, v, z.r), 'names', struct ('r', {{'steer'}}));

end

function y = path_of (x)
s = min (max ((x - 10) / 40, 0), 1);
back = min (max ((x - 65) / 35, 0), 1);
y = 3.5 / 2 * (cos (pi * back) - cos (pi * s));
end

% p begins with the hull's place and quaternion
function delta = driver (car, p, v, preview)
ahead = [p(4)^2 + p(5)^2 - p(6)^2 - p(7)^2; 2 * (p(5) * p(6) + p(4) * p(7))];
V = max (sqrt (v(1)^2 + v(2)^2), 5);
L = V * preview;
x = p(1) + L * ahead(1);
aside = ahead(1) * (car.path(x) - p(2) - L * ahead(2));
K = (1 / car.c(1) - 1 / car.c(2)) / 9.81;
delta = 0.5 * tanh ((car.a + car.b + K * V^2) * 4 * aside / L^2);
end

function f = gear (hubs, p, v, r)
f = zeros (size (v));
at = numel (p) - numel (v);    % the hull's quaternion
for i = hubs
    f(i) = 2e4 * (r - p(i + at)) - 200 * v(i);
end
end

% height and slope along x, 1 x k
function [z, slope] = road_of (x, y, rough)
n = 0.05 * 16 .^ ((0:11) / 11);
width = n * log (16) / 11;
A = sqrt (2 * 16e-6 * (n / 0.1) .^ -2 .* width);
a = mod (2.4 * (1:12), 2 * pi);
b = mod (1.7 * (1:12) .^ 2, 2 * pi);
z = 0 * x;
slope = 0 * x;
for i = 1:12
    k = 2 * pi * n(i) * [cos(a(i)), sin(a(i))];
    phase = k(1) * x + k(2) * y + b(i);
    z = z + rough * A(i) * cos (phase);
    slope = slope - rough * A(i) * k(1) * sin (phase);
end
end

% small triangles on both sides of each gate
function P = cones (gates)
P = zeros (0, 3);
for i = 1:size (gates, 1)
    for x = gates(i, 1):5:gates(i, 2)
        for side = [-0.5, 0.5]
            y = gates(i, 3) + side * gates(i, 4);
            P = [P; x - 0.15, y, 0; x, y, 0.5; x + 0.15, y, 0; x - 0.15, y, 0; NaN(1, 3)]; %#ok<AGROW>
        end
    end
end
end
