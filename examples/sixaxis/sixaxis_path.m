function way = sixaxis_path (arm)
% SIXAXIS_PATH  A closed path of the tool, and the joint angles along it.
%   The tool draws the outline  (x/0.22)^4 + (y/0.15)^4 = 1  on a plane that is tilted by 20 degrees, as if
%   it put glue on a pane, perpendicular to it, once in 4 s, from rest to rest, s (t) = 35 t^4 - 84 t^5 +
%   70 t^6 - 20 t^7 (t in parts of 4 s). Joint angles are found at 161 times by Newton's method, q <- q +
%   J^-1 [x_d - x; rotation from R to R_d], and joined by cubic splines; ARM as in SIXAXIS_PLACE.
%
%   WAY is a struct with t, x (3 x 161), q (6 x 161), and q_of, v_of, a_of: functions of t.
%
%   See also SIXAXIS_PLACE.

n = 161;
way.t = linspace (0, 4, n);
tau = way.t / 4;
angle = 2 * pi * tau.^4 .* (35 - 84 * tau + 70 * tau.^2 - 20 * tau.^3);
r = (abs (cos (angle) / 0.22).^4 + abs (sin (angle) / 0.15).^4) .^ -0.25;
plane = sixaxis_turn ([0; 1; 0], 20 * pi / 180);
way.x = [0.48; 0.15; 0.25] * ones (1, n) + plane * [r .* cos(angle); r .* sin(angle); zeros(1, n)];
R = plane * [0 -1 0; -1 0 0; 0 0 -1];
way.q = zeros (6, n);
q = [0; -0.2; 2; -0.3; -pi/2; 0];
for k = 1:n
    q = turned (arm, q, way.x(:, k), R);
    way.q(:, k) = q;
end
pp = spline (way.t, [zeros(6, 1), way.q, zeros(6, 1)]);
dp = derivative (pp);
ddp = derivative (dp);
way.q_of = @(t) ppval (pp, t);
way.v_of = @(t) ppval (dp, t);
way.a_of = @(t) ppval (ddp, t);

end

function q = turned (arm, q, x_d, R_d)
for i = 1:20
    [x, R, J] = sixaxis_place (arm, q);
    E = R_d * R';
    e = [x_d - x; [E(3, 2) - E(2, 3); E(1, 3) - E(3, 1); E(2, 1) - E(1, 2)] / 2];
    q = q + J \ e;
    if norm (e) < 1e-10
        return
    end
end
error ('examples:sixaxis:path', 'The arm does not reach [%g %g %g].', x_d);
end

function pp = derivative (pp)
[breaks, c, pieces, order, dim] = unmkpp (pp);
c = c(:, 1:order - 1) .* repmat (order - 1:-1:1, size (c, 1), 1);
pp = mkpp (breaks, c, dim);
end
