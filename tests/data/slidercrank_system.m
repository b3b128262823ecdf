function [sys, x0] = slidercrank_system ()
% SLIDERCRANK_SYSTEM  A slider crank with two loop constraints, modelled from the slider.
%
%   [sys, x0] = slidercrank_system ()
%
%   p = (x, alpha, beta): the slider at (x, 0), the rod from there at the angle alpha, the crank from its
%   end at the angle theta = alpha + beta to the support (0, 0). No gravity, no friction: the kinetic
%   energy is constant. x0: crank angle 45 degrees, speed 5.
%
%   With y = (x, alpha, theta) = B p:  M = B' My B,  f = B' fy.

l = [0.15 0.30];
m = [0.36 0.151104 0.075552];
J = [0.002727 0.0045339259];
c = struct ('a', (m(2)/2 + m(1))*l(2), 'b', m(1)*l(1)/2, 'l', l, 'mx', sum (m), ...
            'ja', (m(2)/4 + m(1))*l(2)^2 + J(2), 'jt', m(1)*l(1)^2/4 + J(1), ...
            'B', [1 0 0; 0 1 0; 0 1 1]);
sys = geomssys ('mass', @(t,p) mass (p, c), 'force', @(t,p,v) force (p, v, c), ...
                'constraint', @(t,p) loop (p, c), 'constraintJacobian', @(t,p) gradient (p, c), ...
                'constraintAcceleration', @(t,p,v) acceleration (p, v, c));
phi = pi/4;
sine = l(1)/l(2)*sin (phi);
cosine = -sqrt (1 - sine^2);
alpha = pi - asin (sine);
rate = l(1)/l(2)*cos (phi)/cosine*5;
x0 = struct ('p', [l(1)*cos(phi) - l(2)*cosine; alpha; phi + pi - alpha], ...
             'v', [-l(1)*sin(phi)*5 + l(2)*sine*rate; rate; 5 - rate]);
end

function M = mass (p, c)
y = c.B*p;
sa = -c.a*sin (y(2));
st = -c.b*sin (y(3));
mixed = c.b*c.l(2)*cos (y(2) - y(3));
M = c.B'*[c.mx sa st; sa c.ja mixed; st mixed c.jt]*c.B;
end

function f = force (p, v, c)
y = c.B*p;
w = (c.B*v).^2;
mixed = c.b*c.l(2)*sin (y(2) - y(3));
f = c.B'*[c.a*cos(y(2))*w(2) + c.b*cos(y(3))*w(3); -mixed*w(3); mixed*w(2)];
end

function g = loop (p, c)
y = c.B*p;
g = [y(1) + c.l(2)*cos(y(2)) + c.l(1)*cos(y(3)); c.l(2)*sin(y(2)) + c.l(1)*sin(y(3))];
end

function G = gradient (p, c)
y = c.B*p;
G = [1, -c.l(2)*sin(y(2)), -c.l(1)*sin(y(3)); 0, c.l(2)*cos(y(2)), c.l(1)*cos(y(3))]*c.B;
end

function a = acceleration (p, v, c)
y = c.B*p;
w = (c.B*v).^2;
a = -[c.l(2)*cos(y(2))*w(2) + c.l(1)*cos(y(3))*w(3); ...
      c.l(2)*sin(y(2))*w(2) + c.l(1)*sin(y(3))*w(3)];
end
