function sys = press_system (q)
% PRESS_SYSTEM  A crank press: crank, rod, ram, a motor on the crank.
%   SYS = PRESS_SYSTEM (Q), Q = [crank; rod; offset; torque; friction]: lengths of crank and rod and the
%   distance between the crank's axis and the line of the ram, in m; stall torque of the motor in Nm; friction of
%   the ram in Ns/m.
%
%   p = (phi, x, y, psi, s): angle of the crank, centre and angle of the rod, place of the ram. Both ends
%   of the rod give two constraints each. The motor loses torque with its speed; workpieces push the ram
%   back behind s = 0.4.
%
%   See also RUN_SWEEP.

sys = geomssys ('mass', [0.02 1.2 1.2 0.016 8], 'force', @force, 'constraint', @constraint, ...
    'parameters', q, 'derive', 'on', 'names', struct ('p', {{'phi', 'x', 'y', 'psi', 's'}}));

end

function f = force (t, p, v, q) %#ok<INUSL>
g = 9.81;
work = -2e4 * (p(5) - 0.4 + sqrt ((p(5) - 0.4)^2 + 1e-6)) / 2;
f = [q(4) * (1 - v(1) / 40); 0; -1.2 * g; 0; work - q(5) * v(5)];
end

function g = constraint (t, p, q) %#ok<INUSL>
c = q(2) / 2 * cos (p(4));
s = q(2) / 2 * sin (p(4));
g = [p(2) - c - q(1) * cos(p(1))
     p(3) - s - q(1) * sin(p(1))
     p(2) + c - p(5)
     p(3) + s - q(3)];
end
