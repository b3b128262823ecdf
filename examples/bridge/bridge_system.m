function [sys, bridge] = bridge_system (panels, damping, weight)
% BRIDGE_SYSTEM  A suspension bridge with a deck of trusses, which a vehicle crosses.
%   [SYS, BRIDGE] = BRIDGE_SYSTEM (PANELS) is a system of 6 PANELS - 2 unknown positions, from mass,
%   force and constraint alone. Cable and hangers are rods that keep their lengths, 2 PANELS - 1
%   constraints; the bars of the deck are springs. BRIDGE_SYSTEM (PANELS, DAMPING, WEIGHT) changes
%   the damping of the bars, 2e4 N s/m, and the weight of the vehicle, 3e5 N.
%
%       g_k = |p_j - p_i|^2 - L_k^2,     T_k = E A / L_k (|p_j - p_i| - L_k) + c d/dt |p_j - p_i|
%
%   BRIDGE has the points (2 x k: cable, upper and lower chord, then those that are held), rods and
%   bars (pairs of points), the starting positions p, and the vehicle: its weight, speed and axles.
%
%   See also RUN_BRIDGE, GEOMSSYS.

bridge = shape_of (panels);
if nargin > 1, bridge.c = damping; end
if nargin > 2, bridge.vehicle.weight = weight; end
sys = geomssys ('mass', mass_of (bridge), 'force', @(t, p, v) force (t, p, v, bridge), ...
    'constraint', @(t, p) lengths (p, bridge));

end

% ---- the bridge ----

function b = shape_of (N)
b = struct ('panel', 5, 'height', 3, 'sag', N / 2, 'EA', 4e8, 'c', 2e4, 'gravity', 9.81, ...
    'vehicle', struct ('weight', 3e5, 'speed', 25, 'axles', [0 -8]));
x = (1:N - 1) * b.panel;
s = (1:N - 1) / N;
cable = [x; b.height + 2 + b.sag * (2 * s - 1) .^ 2];
upper = [(0:N) * b.panel; b.height * ones(1, N + 1)];
lower = [x; zeros(1, N - 1)];
held = [0, N * b.panel, 0, N * b.panel; 0, 0, (b.height + 2 + b.sag) * [1 1]];
b.points = [cable, upper, lower, held];
b.free = 3 * N - 1;
b.p = reshape (b.points(:, 1:b.free), [], 1);
C = [b.free + 3, 1:N - 1, b.free + 4];           % the cable from tower to tower
U = N - 1 + (1:N + 1);
L = [b.free + 1, 2 * N + (1:N - 1), b.free + 2];
b.rods = [C(1:end-1), C(2:end-1); C(2:end), U(2:end-1)];
b.bars = [U(1:end-1), L(1:end-1), U, U(1:end-1), L(1:end-1); U(2:end), L(2:end), L, L(2:end), U(2:end)];
b.rod_length = distance (b.points, b.rods);
b.bar_length = distance (b.points, b.bars);
b.lower = L(2:end-1);
end

function d = distance (points, pairs)
d = sqrt (sum ((points(:, pairs(2, :)) - points(:, pairs(1, :))) .^ 2))';
end

% steel of the cable at its points, the deck at those of both chords; the cable carries what hangs
function M = mass_of (b)
N = (b.free + 1) / 3;
m = [4e3 * ones(N - 1, 1); 1e4 * ones(N + 1, 1); 1.5e4 * ones(N - 1, 1)];
M = reshape ([m, m]', [], 1);
end

% ---- equations ----

% coordinate 1 or 2 of all points, held ones too
function x = coordinate (p, k, b)
x = [p(k:2:end); b.points(k, b.free + 1:end)'];
end

function g = lengths (p, b)
i = b.rods(1, :);
j = b.rods(2, :);
x = coordinate (p, 1, b);
y = coordinate (p, 2, b);
g = (x(j) - x(i)) .^ 2 + (y(j) - y(i)) .^ 2 - b.rod_length .^ 2;
end

function f = force (t, p, v, b)
i = b.bars(1, :);
j = b.bars(2, :);
still = b;
still.points(:, b.free + 1:end) = 0;
x = coordinate (p, 1, b);
y = coordinate (p, 2, b);
u = coordinate (v, 1, still);
w = coordinate (v, 2, still);
dx = x(j) - x(i);
dy = y(j) - y(i);
l = sqrt (dx .^ 2 + dy .^ 2);
T = b.EA * (l - b.bar_length) ./ b.bar_length ...
    + b.c * (dx .* (u(j) - u(i)) + dy .* (w(j) - w(i))) ./ l;
pull = [dx .* T ./ l, dy .* T ./ l];
m = mass_of (b);
f = zeros (2 * b.free, 1);
f(2:2:end) = -b.gravity * m(2:2:end);
f(2 * b.lower) = f(2 * b.lower) - load_at (t, b);
for k = 1:numel (i)
    f = pulled (f, i(k), pull(k, :)', b);
    f = pulled (f, j(k), -pull(k, :)', b);
end
end

function f = pulled (f, i, pull, b)
if i <= b.free
    f(2*i-1:2*i) = f(2*i-1:2*i) + pull;
end
end

% each axle rests on the two nearest points of the lower chord: shares cos^2, which add up to 1
function f = load_at (t, b)
vehicle = b.vehicle;
f = zeros (numel (b.lower), 1);
x = b.points(1, b.lower)';
for axle = vehicle.axles
    away = min (abs (vehicle.speed * t + axle - x) / b.panel, 1);
    f = f + vehicle.weight / numel (vehicle.axles) * cos (pi / 2 * away) .^ 2;
end
end
