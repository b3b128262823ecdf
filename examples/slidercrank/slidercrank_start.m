function x0 = slidercrank_start (q)
% SLIDERCRANK_START  Where the slider crank starts, and how fast.
%   X0 = SLIDERCRANK_START (Q) has the fields p = (x, alpha, beta) and v = p' of SLIDERCRANK_SYSTEM
%   at the crank angle Q.phi and speed Q.speed, Q from SLIDERCRANK_PARAMETERS:
%
%       sin alpha = l1/l2 sin phi, cos alpha < 0
%       beta = phi + pi - alpha,    x = l1 cos phi - l2 cos alpha
%
%   See also SLIDERCRANK_SYSTEM, SLIDERCRANK_BODIES.

k = q.l1 / q.l2;
sine = k * sin (q.phi);
cosine = -sqrt (1 - sine^2);
alpha = pi - asin (sine);
rate = k * cos (q.phi) / cosine * q.speed;
x0 = struct ('p', [q.l1 * cos(q.phi) - q.l2 * cosine; alpha; q.phi + pi - alpha], ...
    'v', [-q.l1 * sin(q.phi) * q.speed + q.l2 * sine * rate; rate; q.speed - rate]);

end
