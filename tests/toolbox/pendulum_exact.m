function x = pendulum_exact (t)
%PENDULUM_EXACT  The motion of PENDULUM from p = [1; 0] at rest: [lambda; v; p] at the times t.
%   sin (theta/2) = k sn (K - w t, k) with k = sin (45 degrees), w = sqrt (g) = 2 K.

g = 13.750371636040745655;
w = sqrt (g);
k = sqrt (0.5);
K = ellipke (0.5);
[sn, cn, dn] = ellipj (K - w * t, 0.5);
s = k * sn;
c = dn;
p = [2 * s .* c; 2 * s.^2 - 1];
rate = -2 * w * k * cn;             % theta' = 2 (k sn)' / cos (theta/2), (sn)' = -w cn dn
v = [-p(2, :); p(1, :)] .* [rate; rate];
lambda = (rate.^2 - g * p(2, :)) / 2;
x = [lambda; v; p];

end
