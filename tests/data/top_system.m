function [sys, x0, probe] = top_system (with_energy)
% TOP_SYSTEM  A heavy symmetric top with its tip in a socket: quaternions and solution invariants.
%
%   [sys, x0, probe] = top_system (with_energy)
%
%   p = (r, e), centre of mass and quaternion; v = (r', omega), omega in axes of the body;
%   p' = Z v = (r', E (e) omega/2), 0 = r - R (e) c. Invariants: e'e - 1 and, with_energy, the energy
%   less its value at the start. Mass 1, distance of the centre of mass from the tip 0.3, moments of
%   inertia 0.02, 0.02, 0.01.
%
%   [theta, L] = probe (y): nutation angle, and angular momentum about the vertical and the axis of the
%   top (2 x k), which are constant, for states y = [lambda; v; p].

if nargin < 1
  with_energy = false;
end
J = [0.02; 0.02; 0.01];
c = [0; 0; 0.3];
theta = 0.6;
x0.p = [0.3*[0; -sin(theta); cos(theta)]; cos(theta/2); sin(theta/2); 0; 0];
omega = [0; sin(theta); cos(theta) + 60];
x0.v = [rotation(x0.p(4:7))*cross(omega, c); omega];
E0 = energy (x0.p, x0.v, J);
e = @(t,p,v) p(4:7)'*p(4:7) - 1;
de = @(t,p,v) [zeros(1, 9), 2*p(4:7)'];
if with_energy
  e = @(t,p,v) [p(4:7)'*p(4:7) - 1; energy(p, v, J) - E0];
  de = @(t,p,v) [zeros(1, 9), 2*p(4:7)'; v(1:3)', (J.*v(4:6))', 0, 0, 9.81, zeros(1, 4)];
end
sys = geomssys ('mass', [1; 1; 1; J], 'kinematics', @(t,p) kinematics (p), ...
                'force', @(t,p,v) [0; 0; -9.81; cross(J.*v(4:6), v(4:6))], ...
                'constraint', @(t,p) p(1:3) - rotation(p(4:7))*c, ...
                'constraintJacobian', @(t,p) gradient (p, c), ...
                'constraintAcceleration', ...
                @(t,p,v) -rotation(p(4:7))*cross(v(4:6), cross(v(4:6), c)), ...
                'invariant', e, 'invariantGradient', de);
probe = @(y) momenta (y, J);
end

function R = rotation (e)
s = skew (e(2:4));
R = eye (3) + (2/(e'*e))*(e(1)*s + s*s);
end

function s = skew (a)
s = [0 -a(3) a(2); a(3) 0 -a(1); -a(2) a(1) 0];
end

function E = quaternion_matrix (e)
E = [-e(2:4)'; e(1)*eye(3) + skew(e(2:4))];
end

function Z = kinematics (p)
Z = [eye(3), zeros(3); zeros(4, 3), quaternion_matrix(p(4:7))/2];
end

% a turn by the small angle dphi in axes of the body is 2 E'de/e'e
function G = gradient (p, c)
e = p(4:7);
G = [eye(3), 2/(e'*e)*rotation(e)*skew(c)*quaternion_matrix(e)'];
end

function E = energy (p, v, J)
E = (v(1:3)'*v(1:3) + v(4:6)'*(J.*v(4:6)))/2 + 9.81*p(3);
end

function [theta, L] = momenta (y, J)
k = size (y, 2);
theta = zeros (1, k);
L = zeros (2, k);
for i = 1:k
  R = rotation (y(13:16,i));
  theta(i) = acos (R(3,3));
  about_tip = cross (y(10:12,i), y(4:6,i)) + R*(J.*y(7:9,i));
  L(:,i) = [about_tip(3); R(:,3)'*about_tip];
end
end
