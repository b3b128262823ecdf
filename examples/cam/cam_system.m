function [sys, train] = cam_system (speed)
% CAM_SYSTEM  A cam that turns, a follower with a roller on it, and the spring that holds it there.
%   [SYS, TRAIN] = CAM_SYSTEM (SPEED) is a tree in the plane, which starts with SPEED rad/s. The cam
%   turns about the origin; the follower is a joint 'user': of its coordinate q, the angle of the
%   cam, its 'map' says how high it stands (TRAIN.lift). A coupling makes this angle that of the cam.
%
%       rise    over 60 degrees, l = h (u - sin (2 pi u) / (2 pi)), u from 0 to 1
%       dwell   over 20 degrees at the top, return over 60, dwell at the bottom
%
%   TRAIN is a struct with the numbers of the follower (mass m, stroke h, height of the roller at the
%   bottom, radius of the roller) and of the spring (stiffness k, preload), lift, a function of the
%   angle, and slopes, [l'; l''] of it.
%
%   See also RUN_CAM, GEOMSADDBODY, GEOMSADDJOINT.

train = struct ('m', 0.25, 'h', 0.008, 'base', 0.03, 'roller', 0.008, 'k', 3000, 'preload', 30, ...
    'lift', [], 'slopes', []);
train.lift = @(q) lift (q, train.h);
train.slopes = @(q) slopes (q, train.h);
stem = 0.06;
top = 0.16;
tree = geomstree ('planar', true);
tree = geomsaddbody (tree, 'cam', 'mass', 1, 'inertia', 3e-3, 'v', speed, 'shape', ...
    {'line', profile(train)});
tree = geomsaddbody (tree, 'follower', 'joint', 'user', 'map', @(q) follower (q, train), 'q', 0, ...
    'v', speed, 'mass', train.m, 'shape', {'line', roller(train, stem)});
tree = geomsaddjoint (tree, 'coupling', {'cam.q', 'follower.q'}, [1 -1], 'name', 'contact');
tree = geomsaddforce (tree, 'spring', {'follower', [0 stem]}, {'ground', [0 top]}, 'stiffness', ...
    train.k, 'length', top - train.base - stem + train.preload / train.k);
sys = geomssys (tree);

end

% ---- the joint ----

function [d, angle] = follower (q, train)
d = [0; train.base + lift(q, train.h)];
angle = 0;
end

% conditions on the angle are recorded both ways
function l = lift (q, h)
a = mod (q, 2 * pi) * 180 / pi;
if a < 110
    l = 0 * q;
elseif a < 170
    l = h * rise ((a - 110) / 60);
elseif a < 190
    l = h + 0 * q;
elseif a < 250
    l = h * (1 - rise ((a - 190) / 60));
else
    l = 0 * q;
end
end

function s = rise (u)
s = u - sin (2 * pi * u) / (2 * pi);
end

% ---- for those who check ----

function s = slopes (q, h)
a = mod (q, 2 * pi) * 180 / pi;
sign_of = 1;
u = (a - 110) / 60;
if a > 180
    sign_of = -1;
    u = (a - 190) / 60;
end
s = [0; 0];
if u > 0 && u < 1
    s = sign_of * h * [1 - cos(2*pi*u); 2*pi*sin(2*pi*u)] .* [3/pi; 9/pi^2];
end
end

% ---- pictures ----

% the cam: what the middle of the roller runs along, less its radius along the normal
function points = profile (train)
phi = linspace (0, 2 * pi, 241)';
radius = train.base + arrayfun (@(a) lift (a, train.h), pi / 2 - phi);
slope = zeros (size (phi));
for i = 1:numel (phi)
    s = slopes (pi / 2 - phi(i), train.h);
    slope(i) = -s(1);
end
along = [slope .* cos(phi) - radius .* sin(phi), slope .* sin(phi) + radius .* cos(phi)];
along = along ./ repmat (sqrt (sum (along .^ 2, 2)), 1, 2);
points = [radius .* cos(phi), radius .* sin(phi)] + train.roller * [-along(:, 2), along(:, 1)];
points = [points; NaN, NaN; 0, 0; points(1, :)];
end

function points = roller (train, stem)
phi = linspace (0, 2 * pi, 25)';
points = [train.roller * [cos(phi), sin(phi)]; NaN, NaN; 0, train.roller; 0, stem; NaN, NaN; ...
    -0.01, stem; 0.01, stem];
end
