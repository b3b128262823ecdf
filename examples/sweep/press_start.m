function x0 = press_start (q, phi)
% PRESS_START  The press at rest with its crank at the angle phi, for any lengths.

psi = asin ((q(3) - q(1) * sin (phi)) / q(2));
crank = q(1) * [cos(phi); sin(phi)];
half = q(2) / 2 * [cos(psi); sin(psi)];
x0 = struct ('p', [phi; crank + half; psi; crank(1) + 2 * half(1)]);

end
