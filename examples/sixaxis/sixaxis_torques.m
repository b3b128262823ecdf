function u = sixaxis_torques (arm, q, v, a, payload)
% SIXAXIS_TORQUES  Torques that give the arm the accelerations a: inverse dynamics, link by link.
%   U = SIXAXIS_TORQUES (ARM, Q, V, A, PAYLOAD) returns M (q) a + h (q, v) of the arm with a mass PAYLOAD
%   in its tool, without friction, by the recursion of Luh, Walker and Paul (1980): outwards angular
%   velocity w, its derivative dw and the acceleration of the origins, b, all in axes of the link,
%
%       w = R'w + n v,   dw = R'dw + n a + (R'w) x n v,   b = R'(b + dw x r + w x (w x r))
%
%   inwards force and moment. Gravity is an acceleration of the base upwards.
%
%   See also SIXAXIS_SYSTEM, RUN_SIXAXIS.

n = 6;
w = zeros (3, 1);
dw = zeros (3, 1);
b = [0; 0; arm.gravity];
R = cell (1, n);
F = cell (1, n);
N = cell (1, n);
for i = 1:n
    r = arm.origin(:, i);
    axis = arm.axis(:, i);
    R{i} = arm.turn(:, :, i) * sixaxis_turn (axis, q(i));
    b = R{i}' * (b + product (dw, r) + product (w, product (w, r)));
    w = R{i}' * w;
    dw = R{i}' * dw + axis * a(i) + product (w, axis * v(i));
    w = w + axis * v(i);
    [F{i}, N{i}] = push (arm.mass(i), arm.com(:, i), arm.inertia(:, :, i), b, w, dw);
end
[F_load, N_load] = push (payload, arm.load, zeros (3), b, w, dw);
f = F{n} + F_load;
m = N{n} + N_load;
u = zeros (n, 1);
for i = n:-1:1
    u(i) = arm.axis(:, i)' * m;
    if i > 1
        f_before = R{i} * f;
        m = N{i - 1} + R{i} * m + product (arm.origin(:, i), f_before);
        f = F{i - 1} + f_before;
    end
end

end

% force, and moment about the origin, that a link needs
function [F, N] = push (m, c, I, b, w, dw)
F = m * (b + product (dw, c) + product (w, product (w, c)));
N = I * dw + product (w, I * w) + product (c, F);
end

function z = product (x, y)
z = [x(2) * y(3) - x(3) * y(2); x(3) * y(1) - x(1) * y(3); x(1) * y(2) - x(2) * y(1)];
end
