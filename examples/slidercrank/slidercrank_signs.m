function found = slidercrank_signs (angles)
% SLIDERCRANK_SIGNS  Two slips in the published equations of coordinate partitioning, shown by numbers.
%   FOUND = SLIDERCRANK_SIGNS (ANGLES) puts the slider crank at the crank ANGLES (default 36 of a turn),
%   computes its accelerations y'' by the equations of Kurz, Burkhardt, Eberhard (Multibody Dynamics
%   2011), letter by letter and corrected, and prints the largest distance from the exact motion of
%   ANALYTICAL_SYSTEM and from C y'' + b'' = 0. With C' = [U1 U2] [S; 0] V', J = U2:
%
%       (28)   gamma = -U1 S^-1 V1^-T b''. V is orthogonal, so that V1^-T is V; it should be V', as
%              in (27): y_d'' = -S^-1 V' b''. As printed C y'' + b'' = 0 is missed, unless V happens
%              to be symmetric: with two constraints it is, where the SVD comes with det V = -1,
%              which is a matter of signs. Here they are chosen such that det V = 1
%       (31)   y'' = J (J'MJ)^-1 (J'k - J'q + J'M gamma) + gamma. All signs in the brackets are
%              reversed: (18) and (29) give J'q - J'k - J'M gamma. As printed the constraints hold but
%              forces push the wrong way
%       (24)   gamma = -Q1 R1^-T b'' with C' = Q1 R1 is right
%
%   The multipliers there have the other sign, too: (8) has M y'' - C' lambda = q - k, here it is
%   M v' = f - G' lambda. The toolbox (partition-svd, partition-qr, GEOMSPARTITION) uses the corrected ones.
%
%   What to expect: corrected 1e-14; (28) as printed 0.04, and the constraints are missed by 0.03; (31) as
%   printed 1.9, with the constraints kept.
%
%   FOUND has the fields names, motion and constraint: relative errors, one for each of six ways.
%
%   Takes about 1 s.
%
%   See also RUN_SLIDERCRANK, SLIDERCRANK_SYSTEM, GEOMSPARTITION.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, angles = (0:35) * 10 + 5; end
found = struct ('names', {{'(28) and (31) as printed', '(28) with V'', (31) as printed', ...
    '(31) corrected, (28) as printed', 'both corrected', 'GEOMSPARTITION svd', 'GEOMSPARTITION qr'}}, ...
    'motion', zeros (1, 6), 'constraint', zeros (1, 6));
for angle = angles
    [a, exact, C, b2] = accelerations (angle * pi / 180);
    for k = 1:6
        found.motion(k) = max (found.motion(k), norm (a(:, k) - exact) / norm (exact));
        found.constraint(k) = max (found.constraint(k), norm (C * a(:, k) + b2) / norm (b2));
    end
end
fprintf (['\nKurz, Burkhardt, Eberhard (2011), (28) and (31): largest relative error of y'''' at %d ', ...
    'crank angles\n\n  %-34s %12s %16s\n'], numel (angles), '', 'y'''' itself', 'C y'''' + b'''' = 0');
for k = 1:6
    fprintf ('  %-34s %12.1e %16.1e\n', found.names{k}, found.motion(k), found.constraint(k));
end
fprintf ('\n');

end

% y'' at one crank angle in six ways, side by side, and that of the exact motion
function [a, exact, C, b2] = accelerations (phi)
[sys, x0] = slidercrank_system (struct ('phi', phi));
q = sys.parameters;
p = x0.p;
v = x0.v;
C = sys.functions.constraintJacobian (0, p, q);
b2 = sys.functions.constraintAcceleration (0, p, v, q);
M = sys.functions.mass (0, p, q);
f = sys.functions.force (0, p, v, q);           % q - k there
exact = exact_acceleration (q);

[U, S, V] = svd (C');
if det (V) < 0                                  % U1 and V with another sign are no less an SVD
    U(:, 1) = -U(:, 1);
    V(:, 1) = -V(:, 1);
end
J = U(:, 3);
printed = -U(:, 1:2) * (S(1:2, :) \ (inv (V') * b2)); %#ok<MINV>
gamma = -U(:, 1:2) * (S(1:2, :) \ (V' * b2));
printed31 = @(gamma) J * ((J' * M * J) \ (-J' * f + J' * M * gamma)) + gamma;
right31 = @(gamma) J * ((J' * M * J) \ (J' * f - J' * M * gamma)) + gamma;
[~, svd_way] = geomspartition ('svd', M, 0, f, C, 0, b2, v);
[~, qr_way] = geomspartition ('qr', M, 0, f, C, 0, b2, v);
a = [printed31(printed), printed31(gamma), right31(printed), right31(gamma), svd_way, qr_way];
end

% from phi'' of the analytical model: x, alpha and beta are functions of the crank angle
function a = exact_acceleration (q)
[I, change] = inertia (q.phi, q);
w = q.speed;
turn = -change / (2 * I) * w^2;
k = q.l1 / q.l2;
sine = k * sin (q.phi);
cosine = -sqrt (1 - sine^2);
alpha1 = k * cos (q.phi) / cosine;
alpha2 = sine * (alpha1^2 - 1) / cosine;
x1 = -q.l1 * sin (q.phi) + q.l2 * sine * alpha1;
x2 = -q.l1 * cos (q.phi) + q.l2 * (cosine * alpha1^2 + sine * alpha2);
first = [x1; alpha1; 1 - alpha1];
second = [x2; alpha2; -alpha2];
a = first * turn + second * w^2;
end
