function reference = analytical_reference (given)
% ANALYTICAL_REFERENCE  The exact motion of the slider crank.
%   REFERENCE = ANALYTICAL_REFERENCE () is a struct of functions, for times T (1 x k) and states P, V
%   (3 x k) of SLIDERCRANK_SYSTEM:
%
%       phi = REFERENCE.angle (T)       the crank angle of the exact motion, seen from the support;
%                                       it counts the turns
%       w = REFERENCE.speed (PHI)       its crank speed at the angles PHI
%       phi = REFERENCE.crank (P)       the crank angle of states, alpha + beta - pi
%       E = REFERENCE.energy (P, V)     their kinetic energy
%
%   and the numbers REFERENCE.period, of one turn, and REFERENCE.error, an estimate of the error of
%   angle at 300 s. ANALYTICAL_REFERENCE (GIVEN) changes the parameters, see SLIDERCRANK_PARAMETERS.
%
%   The kinetic energy is constant, so that with the inertia I (phi) of ANALYTICAL_SYSTEM
%
%       t (phi) = int_phi0^phi sqrt (I (s) / (I (phi0) speed^2)) ds
%
%   is a formula: Gauss quadrature with 8 points on equal parts of a turn. Newton's method inverts it.
%
%   Example:
%       [sys, x0] = slidercrank_system ();
%       sol = geoms (sys, [0 10], x0);
%       reference = analytical_reference ();
%       max (abs (reference.crank (sol.p) - reference.angle (sol.t)))
%
%   See also ANALYTICAL_SYSTEM, RUN_SLIDERCRANK.

if nargin < 1, given = struct (); end
q = slidercrank_parameters (given);
table = tabulate (q, 64);
fine = tabulate (q, 128);
times = 300 + linspace (0, table.period, 101);
reference = struct ( ...
    'angle', @(t) angle_at (t, fine, q), ...
    'speed', @(phi) sign (q.speed) ./ slowness (phi, q), ...
    'crank', @(p) p(2, :) + p(3, :) - pi, ...
    'energy', @(p, v) energy (p, v, q), ...
    'period', fine.period, ...
    'error', max (abs (angle_at (times, fine, q) - angle_at (times, table, q))));

end

% dt/dphi
function s = slowness (phi, q)
s = sqrt (inertia (phi, q) / inertia (q.phi, q)) / abs (q.speed);
end

% the times at which a turn from the start passes `count` equal parts of it
function table = tabulate (q, count)
phi = q.phi + (0:count) * (2 * pi / count);
parts = quadrature (phi(1:end - 1), phi(2:end), q);
table = struct ('phi', phi, 't', [0, cumsum(parts)]);
table.period = table.t(end);
end

% int_a^b dt/dphi, a and b of 1 x k
function values = quadrature (a, b, q)
nodes = [0.1834346424956498 0.5255324099163290 0.7966664774136267 0.9602898564975363];
weights = [0.3626837833783620 0.3137066458778873 0.2223810344533745 0.1012285362903763];
middle = (a + b) / 2;
half = (b - a) / 2;
values = zeros (size (a));
for i = 1:4
    values = values + weights(i) * half ...
        .* (slowness (middle - nodes(i) * half, q) + slowness (middle + nodes(i) * half, q));
end
end

function phi = angle_at (t, table, q)
t = t * sign (q.speed);
turns = floor (t / table.period);
rest = t - turns * table.period;
count = numel (table.phi) - 1;
part = interp1 (table.t, 0:count, rest, 'linear', 'extrap');
first = min (max (floor (part), 0), count - 1) + 1;
start = table.phi(first);
phi = start + (part - first + 1) * (2 * pi / count);
for i = 1:6
    phi = phi - (table.t(first) + quadrature (start, phi, q) - rest) ./ slowness (phi, q);
end
phi = phi + 2 * pi * turns;
end

function E = energy (p, v, q)
wa = v(2, :);
wt = v(2, :) + v(3, :);
sa = sin (p(2, :));
st = sin (p(2, :) + p(3, :));
E = (q.mx * v(1, :).^2 + q.ja * wa.^2 + q.jt * wt.^2) / 2 ...
    - v(1, :) .* (q.a * sa .* wa + q.b * st .* wt) + q.d * cos (p(3, :)) .* wa .* wt;
end
