function [sys, x0, probe] = bricard_system ()
% BRICARD_SYSTEM  Bricard's mechanism: five rods, six hinges, one redundant constraint.
%   [SYS, X0, PROBE] = BRICARD_SYSTEM () describes a closed chain of five equal rods (length 1, mass 1,
%   square section 0.1 x 0.1) through the corners P1, ..., P6 of a cube, joined to each other and to the
%   ground by hinges with the axes y, z, x, y, z, x. Gravity 9.81 acts against y; X0 is at rest. This is
%   problem A04 of the IFToMM library of multibody benchmarks.
%
%   Thirty coordinates less thirty constraints leave no freedom, and yet it moves: because of its
%   dimensions the rank of the constraints is 29.
%
%       p = (r, e) of each rod, centre of mass and quaternion;  v = (r', omega), omega in axes of the rod
%       p' = Z v = (r', E (e) omega / 2),   0 = e'e - 1 of each rod  (solution invariants)
%       M v' = f - Z'G' lambda,   f = (m grav, -omega x J omega)
%
%   A hinge between a and b at the points X = R c (from the centres of mass), with the axis n on a and
%   two directions s, t across it on b, in axes of the world:
%
%       g = (r_a + X_a - r_b - X_b,  n's,  n't)
%
%   The rotation R (e) is divided by e'e, so that the length of e does not matter to any constraint: only
%   then is the rank 29 with respect to e as well as to omega. M, Z, f, g and the invariants are all that is
%   given: the 30 x 35 Jacobian of g, two levels of hidden constraints and all derivatives are derived.
%
%   [P, V] = PROBE (Y, J) gives place and speed of the corner P_J, J = 1 ... 5, for states Y with rows
%   [lambda; v; p] and one column per time, as in sol.y.
%
%   Example:
%       [sys, x0, probe] = bricard_system ();
%       sol = geoms (sys, [0 1], x0, 'Formulation', 'psi1');
%       P3 = probe (sol.y, 3);
%       plot3 (P3(1, :), P3(3, :), P3(2, :))
%
%   See also RUN_BRICARD, GEOMSSYS, GEOMSFCN_KINEMATICS, GEOMSFCN_INVARIANT.

c = chain ();
sys = geomssys ('mass', c.mass(:), 'kinematics', @(t, p) kinematics (p), ...
    'force', @(t, p, v) force (v, c), 'constraint', @(t, p) hinges (p, c), ...
    'invariant', @(t, p, v) lengths (p), 'dims', struct ('np', 35, 'nv', 30), 'derive', 'on');
x0 = struct ('p', c.p(:));
probe = @(y, j) corner (y, j, c);

end

% The mechanism at the start. Hinge i joins rod i - 1 with rod i; 0 and 6 are the ground. In axes of the
% one rod it has the point `before` and the axis n, in axes of the other the point `behind` and s, t.
function c = chain ()
P = [0 1 1 1 0 0; 0 0 -1 -1 -1 0; 0 0 0 1 1 1];
axes = [0 0 1 0 0 1; 1 0 0 1 0 0; 0 1 0 0 1 0];
c.mass = repmat ([1; 1; 1; 1/600; 1.01/12; 1.01/12], 1, 5);
for i = 1:5
    d = P(:, i + 1) - P(:, i);
    d = d * (1 - 2 * (d(1) < -0.5));          % along the first axis of the rod, or against it
    half = sqrt ((1 + d(1)) / 2);
    e = [half; 0; -d(3) / (2 * half); d(2) / (2 * half)];
    c.p(:, i) = [(P(:, i) + P(:, i + 1)) / 2; e];
end
for i = 1:6
    [r, R] = rod (c.p(:), i - 1);
    c.before(:, i) = R' * (P(:, i) - r);
    c.n(:, i) = R' * axes(:, i);
    [r, R] = rod (c.p(:), i);
    c.behind(:, i) = R' * (P(:, i) - r);
    c.s(:, i) = R' * axes([3 1 2], i);
    c.t(:, i) = R' * axes([2 3 1], i);
end
end

% its centre of mass and its rotation
function [r, R, e] = rod (p, i)
if i < 1 || i > 5
    r = zeros (3, 1);
    R = eye (3);
    return
end
r = p(7 * i + (-6:-4));
e = p(7 * i + (-3:0));
s = 2 / (e' * e);
a = e(1);
b = e(2);
c = e(3);
d = e(4);
R = [1 - s*(c^2 + d^2), s*(b*c - a*d), s*(b*d + a*c)
    s*(b*c + a*d), 1 - s*(b^2 + d^2), s*(c*d - a*b)
    s*(b*d - a*c), s*(c*d + a*b), 1 - s*(b^2 + c^2)];
end

function Z = kinematics (p)
Z = zeros (35, 30);
for i = 1:5
    [~, ~, e] = rod (p, i);
    E = [-e(2), -e(3), -e(4); e(1), -e(4), e(3); e(4), e(1), -e(2); -e(3), e(2), e(1)];
    Z(7 * i + (-6:-4), 6 * i + (-5:-3)) = eye (3);
    Z(7 * i + (-3:0), 6 * i + (-2:0)) = E / 2;
end
end

function f = force (v, c)
f = zeros (30, 1);
for i = 1:5
    omega = v(6 * i + (-2:0));
    f(6 * i + (-5:0)) = [0; -9.81 * c.mass(1, i); 0; -cross(omega, c.mass(4:6, i) .* omega)];
end
end

function g = hinges (p, c)
g = zeros (30, 1);
for i = 1:6
    [ra, A] = rod (p, i - 1);
    [rb, B] = rod (p, i);
    n = A * c.n(:, i);
    g(5 * i + (-4:0)) = [ra + A * c.before(:, i) - rb - B * c.behind(:, i)
        n' * (B * c.s(:, i))
        n' * (B * c.t(:, i))];
end
end

function d = lengths (p)
d = zeros (5, 1);
for i = 1:5
    [~, ~, e] = rod (p, i);
    d(i) = e' * e - 1;
end
end

function [P, V] = corner (y, j, c)
P = zeros (3, size (y, 2));
V = P;
for k = 1:size (y, 2)
    [r, R] = rod (y(61:95, k), j);
    v = y(30 + 6 * j + (-5:0), k);
    X = R * c.behind(:, j);
    P(:, k) = r + X;
    V(:, k) = v(1:3) + cross (R * v(4:6), X);
end
end
