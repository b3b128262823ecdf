function [sys, x0] = crank_system (kind)
% CRANK_SYSTEM  A crank, its rod and a slider on a guide that vibrates; from the slider hangs a pendulum.
%   [SYS, X0] = CRANK_SYSTEM () has the coordinates p = [phi; psi; x; theta], angles of crank, rod and
%   pendulum and the way of the slider, and two constraints: the rod ends in the slider,
%
%       0 = r cos phi + l cos psi - x,   0 = r sin phi + l sin psi - e (t),   e = 0.1 sin (4 t)
%
%   Two of the four coordinates are free. The mass matrix depends on p, G = dg/dp turns with the crank.
%   X0 turns the crank once per second.
%
%   [SYS, X0] = CRANK_SYSTEM ('linear') is a mechanism of the same size whose G is constant, masses on
%   nonlinear springs with 0 = p1 + p2 - p4 and 0 = p2 - 2 p3; with 'linear, moving' the latter is
%   e (t) = p2 - 2 p3.
%
%   See also RUN_IDENTITIES, RUN_RENEWAL, GEOMSSYS.

if nargin > 0
    e = 0.05 * strcmp (kind, 'linear, moving');
    sys = geomssys ('mass', [2 0.5 0 0.2; 0.5 1 0 0; 0 0 1.5 0.3; 0.2 0 0.3 1], ...
        'force', @(t, p, v) -[4; 9; 2; 1] .* p - 3 * p.^3 - 0.2 * v, ...
        'constraint', @(t, p) [p(1)+p(2)-p(4); p(2)-2*p(3)-e*sin(4*t)], 'derive', 'on');
    x0 = geomsinit (sys, 0, struct ('p', [1; -0.4; -0.2; 0.6], 'v', [0; 1; 0; 0]));
    return
end
sys = geomssys ('mass', @masses, 'force', @forces, 'constraint', @(t, p) ...
    [cos(p(1)) + 2.5*cos(p(2)) - p(3); sin(p(1)) + 2.5*sin(p(2)) - 0.1*sin(4*t)], ...
    'derive', 'on', 'dims', struct ('np', 4, 'nv', 4, 'nl', 2));
x0 = geomsinit (sys, 0, struct ('p', [0.5; -0.2; 3; 0.3], 'v', [2*pi; 0; 0; 0]), 'Fixed', {'p(1)', 'v(1)'});

end

% crank: inertia 8 about its pin, r = 1; rod: mass 2, its centre in the middle, l = 2.5, inertia 1;
% slider: 1.5; pendulum: a point of mass 1 at b = 1.2
function M = masses (t, p) %#ok<INUSL>
c = 2 * 1 * 1.25 * cos (p(1) - p(2));
s = 1.2 * cos (p(4));
M = [8 + 2, c, 0, 0; c, 1 + 2*1.25^2, 0, 0; 0, 0, 2.5, s; 0, 0, s, 1.2^2];
end

% gravity, centrifugal terms, and the guide's acceleration, which the pendulum feels
function f = forces (t, p, v)
c = 2 * 1 * 1.25 * sin (p(1) - p(2));
s = 1.2 * sin (p(4));
f = [-c * v(2)^2 - 9.81 * 2 * cos(p(1))
     c * v(1)^2 - 9.81 * 2 * 1.25 * cos(p(2))
     s * v(4)^2
     -s * (9.81 - 0.1 * 16 * sin(4 * t))];
end
