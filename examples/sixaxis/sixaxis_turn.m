function R = sixaxis_turn (n, angle)
% SIXAXIS_TURN  The rotation by an angle about the unit vector n: 1 + sin N + (1 - cos) N^2, N x = n x x.

N = [0 -n(3) n(2); n(3) 0 -n(1); -n(2) n(1) 0];
R = eye (3) + sin (angle) * N + (1 - cos (angle)) * (N * N);

end
