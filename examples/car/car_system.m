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
%   See also RUN_CAR, CAR_TREE, CAR_TYRES, GEOMSADDFORCE.

if nargin < 1, steer = []; end

[tree, car] = car_tree (steer);
names = {'front left', 'front right', 'rear left', 'rear right'};
tree = geomsaddforce (tree, 'law', @(t,p,v,X) car_tyres (car, X), names, 'name', 'tyres');
tree = geomsaddbody (tree, 'road', 'joint', 'fixed', 'shape', {'line', marks()});
sys = geomssys (tree, 'vectorized', true, 'autonomous', isempty (steer));

end

% edges of two lanes, and dashes between them
function P = marks ()
x = (-20:10:150)';
one = ones (size (x));
dashes = reshape ([x, 1.75 * one, 0 * one, x + 4, 1.75 * one, 0 * one, NaN(numel (x), 3)]', 3, [])';
P = [-20 -1.75 0; 160 -1.75 0; NaN(1, 3); -20 5.25 0; 160 5.25 0; NaN(1, 3); dashes];
end
