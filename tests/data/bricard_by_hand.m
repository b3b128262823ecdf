function [sys, x0] = bricard_by_hand ()
% BRICARD_BY_HAND  The mechanism of bricard_system with all levels by hand.
%
%   [sys, x0] = bricard_by_hand ()
%
%   One function 'model' for many points at once, rods and hinges side by side, that is called. With X = R c
%   from the centres of mass of a and b to a hinge, n on a, s and t on b:
%
%       gI  = (r_a' + W_a x X_a - ...,  (W_a - W_b)'(n x s), ...),   W = R omega

c = chain ();
sys = geomssys ('mass', c.mass(:), 'model', @(t, p, v) model (p, v, c), ...
    'invariantGradient', @(t, p, v) gradient (p), 'autonomous', true, 'vectorized', true, ...
    'derive', 'off', 'dims', struct ('np', 35, 'nv', 30));
x0 = struct ('p', c.p(:));

end

% The mechanism at the start. Sides 1 and 2 of the hinges have, in axes of the rods, the points
% place{side} (3 x 6) and the directions n, s, t (3 x 6). Rods 0 and 6 are the ground.
function c = chain ()
P = [0 1 1 1 0 0; 0 0 -1 -1 -1 0; 0 0 0 1 1 1];
axes = [0 0 1 0 0 1; 1 0 0 1 0 0; 0 1 0 0 1 0];
c.mass = repmat ([1; 1; 1; 1/600; 1.01/12; 1.01/12], 1, 5);
c.weight = [0; -9.81; 0] * c.mass(1, :);
d = diff (P, 1, 2);
d = d .* (1 - 2 * (d([1 1 1], :) < -0.5));  % along the first axis of the rod, or against it
half = sqrt ((1 + d(1, :)) / 2);
c.p = [(P(:, 1:5) + P(:, 2:6)) / 2; half; 0 * half; [-d(3, :); d(2, :)] ./ half([1 1], :) / 2];
R = with_ground (rotation (c.p(4:7, :)), [1; 0; 0; 0; 1; 0; 0; 0; 1], 1);
r = with_ground (c.p(1:3, :), zeros (3, 1), 1);
c.place = {back(R(:, 1:6), P - r(:, 1:6)), back(R(:, 2:7), P - r(:, 2:7))};
c.n = back (R(:, 1:6), axes);
c.s = back (R(:, 2:7), axes([3 1 2], :));
c.t = back (R(:, 2:7), axes([2 3 1], :));
% the constant parts of Z and G
c.Z = kron (eye (5), [eye(3), zeros(3); zeros(4, 6)]);
c.G = zeros (30, 35);
for i = 1:5
    c.G(5 * i + (-4:-2), 7 * i + (-6:-4)) = -eye (3);
    c.G(5 * i + (1:3), 7 * i + (-6:-4)) = eye (3);
end
end

% All terms at k points. Rods and hinges stand side by side: 5 k or 6 k columns.
function s = model (p, v, c)
k = size (p, 2);
six = mod (0:6 * k - 1, 6) + 1;
rod = bodies (p, v, c, k);
zero = zeros (3, 1);
R = with_ground (rod.R, [1; 0; 0; 0; 1; 0; 0; 0; 1], k);
W = with_ground (rod.W, zero, k);
r = with_ground (rod.r, zero, k);
u = with_ground (rod.v, zero, k);
a = sides (R, W, r, u, 1:6, c.place{1}(:, six));
b = sides (R, W, r, u, 2:7, c.place{2}(:, six));
n = turned (a.R, c.n(:, six));
m = {turned(b.R, c.s(:, six)), turned(b.R, c.t(:, six))};

D = a.W - b.W;
across = zeros (6, size (n, 2));            % g, gI, gII of the two directions
K = cell (1, 2);
for i = 1:2
    K{i} = outer (n, m{i});
    rate = outer (outer (a.W, n), m{i}) + outer (n, outer (b.W, m{i}));
    across(i, :) = sum (n .* m{i}, 1);
    across(2 + i, :) = sum (D .* K{i}, 1);
    across(4 + i, :) = sum (D .* rate, 1);
end
s.f = rod.f;
s.g = reshape ([a.x - b.x; across(1:2, :)], 30, k);
s.gI = reshape ([a.u - b.u; across(3:4, :)], 30, k);
s.gIIpart = reshape ([a.a - b.a; across(5:6, :)], 30, k);
s.e = reshape (rod.square, 5, k) - 1;
s.Z = kinematics (rod, c, k);
s.G = jacobian (rod, a, b, K, c, k);
end

% the rods at k points; R and E by columns
function o = bodies (p, v, c, k)
q = reshape (p, 7, 5 * k);
w = reshape (v, 6, 5 * k);
e = q(4:7, :);
five = mod (0:5 * k - 1, 5) + 1;
omega = w(4:6, :);
L = c.mass(4:6, five) .* omega;
o = struct ('r', q(1:3, :), 'v', w(1:3, :), 'square', sum (e.^2, 1), 'R', rotation (e), 'W', [], ...
    'E', [-e(2, :); e(1, :); e(4, :); -e(3, :); -e(3, :); -e(4, :); e(1, :); e(2, :)
    -e(4, :); e(3, :); -e(2, :); e(1, :)], 'f', []);
o.W = turned (o.R, omega);
o.f = reshape ([c.weight(:, five); outer(L, omega)], 30, k);
end

% one side of all hinges: place, speed, acceleration without r'' and omega'
function o = sides (R, W, r, u, those, place)
k = size (R, 3);
pick = @(A) reshape (A(:, those, :), size (A, 1), 6 * k);
o = struct ('R', pick (R), 'W', pick (W));
o.X = turned (o.R, place);
WX = outer (o.W, o.X);
o.x = pick (r) + o.X;
o.u = pick (u) + WX;
o.a = outer (o.W, WX);
end

function Z = kinematics (rod, c, k)
Z = c.Z(:, :, ones (1, k));
E = reshape (rod.E / 2, 4, 3, 5, k);
for i = 1:5
    Z(7 * i + (-3:0), 6 * i + (-2:0), :) = E(:, :, i, :);
end
end

% A turn by the small angle dphi in axes of the rod belongs to the change de = E dphi/2 of its
% quaternion, so that dphi = 2 E'de/e'e. Rods are on side 1 of hinges 2 ... 6, on side 2 of 1 ... 5.
function G = jacobian (rod, a, b, K, c, k)
G = c.G(:, :, ones (1, k));
first = of_rods (2:6, k);
second = of_rods (1:5, k);
A = turns (rod, a.X(:, first), K{1}(:, first), K{2}(:, first), k);
B = turns (rod, b.X(:, second), K{1}(:, second), K{2}(:, second), k);
for i = 1:5
    G(5 * i + (1:5), 7 * i + (-3:0), :) = A(:, :, i, :);
    G(5 * i + (-4:0), 7 * i + (-3:0), :) = -B(:, :, i, :);
end
end

% columns of these hinges
function columns = of_rods (hinges, k)
columns = mod (0:5 * k - 1, 5) + hinges(1) + 6 * floor ((0:5 * k - 1) / 5);
end

function G = turns (rod, X, K1, K2, k)
sum_of_axes = 0;
for i = 1:3
    axis = rod.R(3 * i - 2:3 * i, :);
    turn = [outer(axis, X); sum(axis .* K1, 1); sum(axis .* K2, 1)];
    sum_of_axes = sum_of_axes + turn([1:5, 1:5, 1:5, 1:5], :) ...
        .* rod.E(4 * i - 4 + [1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4], :);
end
scale = 2 ./ rod.square;
G = reshape (sum_of_axes .* scale(ones (1, 20), :), 5, 4, 5, k);
end

% rows of the rods, 5 k columns, with the ground before and behind: m x 7 x k
function B = with_ground (A, ground, k)
B = ground(:, ones (1, 7), ones (1, k));
B(:, 2:6, :) = reshape (A, [], 5, k);
end

function R = rotation (e)
s = 2 ./ sum (e.^2, 1);
a = e(1, :);
b = e(2, :);
c = e(3, :);
d = e(4, :);
R = [1 - s.*(c.*c + d.*d); s.*(b.*c + a.*d); s.*(b.*d - a.*c)
    s.*(b.*c - a.*d); 1 - s.*(b.*b + d.*d); s.*(c.*d + a.*b)
    s.*(b.*d + a.*c); s.*(c.*d - a.*b); 1 - s.*(b.*b + c.*c)];
end

% R x and R'x, one column beside the other
function y = turned (R, x)
y = R(1:3, :) .* x([1 1 1], :) + R(4:6, :) .* x([2 2 2], :) + R(7:9, :) .* x([3 3 3], :);
end

function y = back (R, x)
y = [sum(R(1:3, :) .* x, 1); sum(R(4:6, :) .* x, 1); sum(R(7:9, :) .* x, 1)];
end

% x cross y
function z = outer (x, y)
z = x([2 3 1], :) .* y([3 1 2], :) - x([3 1 2], :) .* y([2 3 1], :);
end

% de/d[v; p]
function E = gradient (p)
E = zeros (5, 65);
for i = 1:5
    E(i, 30 + 7 * i + (-3:0)) = 2 * p(7 * i + (-3:0)).';
end
end
