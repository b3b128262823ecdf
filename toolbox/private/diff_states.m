function [q, noise] = diff_states (fcn, points, tdot, xdot, longest)
%DIFF_STATES  DIFF_ALONG at many states, in several directions, by one call of fcn.
%   points    t (1 x k), x, size (n x k);   tdot, longest   1 x d, of all states;   xdot   n x k x d
%   q, noise  m x k x d

[n, k] = size (points.x);
d = numel (tdot);
ratio = points.size(:, :, ones (1, d)) ./ abs (xdot);
s = reshape (min ([1e-4 * ratio; reshape(kron (longest, ones (1, k)), 1, k, d)], [], 1), 1, k * d);
s(isinf (s)) = 1e-4;
xdot = reshape (xdot, n, k * d);
dt = kron (tdot, ones (1, k)) .* s;
dx = xdot .* s(ones (n, 1), :);
states = 1 + mod (0:k * d - 1, k);
t = points.t(states);
x = points.x(:, states);
y = fcn ([t + dt, t - dt, t + 2 * dt, t - 2 * dt], [x + dx, x - dx, x + 2 * dx, x - 2 * dx]);
m = size (y, 1);
s = reshape (s(ones (m, 1), :), [], 1);
[q, noise] = diff_quotient (reshape (y, m * k * d, 4), s);
q = reshape (q, m, k, d);
noise = reshape (noise, m, k, d);

end
