function [sys, x0] = slidercrank_system (given, style)
% SLIDERCRANK_SYSTEM  A slider crank with two loop constraints, modelled from the slider.
%   [SYS, X0] = SLIDERCRANK_SYSTEM () describes the mechanism of Kurz, Burkhardt, Eberhard (2011) in
%   mechanical form, p = (x, alpha, beta): the slider at (x, 0); from there the rod (length l2) at the
%   angle alpha; at its end the crank (l1) with the angle beta relative to the rod, which leads to the
%   support (0, 0). With the crank's absolute angle theta = alpha + beta
%
%       0 = g (p) = (x + l2 cos alpha + l1 cos theta, l2 sin alpha + l1 sin theta)
%
%   Uniform bars, no gravity in the plane, no friction, no drive: the kinetic energy is constant. X0 is
%   the start: crank at 45 degrees (seen from the support: theta - pi), speed 5 rad/s.
%   SLIDERCRANK_SYSTEM (GIVEN) changes the parameters, see SLIDERCRANK_PARAMETERS.
%
%   SLIDERCRANK_SYSTEM (GIVEN, STYLE) with 'functions' (default): five functions for many points at
%   once; with 'model': one function for one point, which computes sines and cosines once. The motion
%   is the same. Where they are called the second is faster with dopri5, which asks for one point at a
%   time, the first with radau5; recorded they cost the same. With 'bodies' it is the tree of SLIDERCRANK_BODIES, whose equations are evaluated in C.
%
%   In y = (x, alpha, theta) = B p, w = B v:  M = B' My B,  f = B' fy,  G = Gy B with
%
%       My = [mx, -a sin alpha, -b sin theta; ., ja, d cos (alpha - theta); ., ., jt]
%       fy = (a cos alpha w2^2 + b cos theta w3^2, -d sin (alpha - theta) w3^2,
%             d sin (alpha - theta) w2^2)
%
%   As independent coordinate x fails at the dead centres (sin beta = 0), alpha where the crank stands
%   upright (cos theta = 0), beta nowhere.
%
%   This is the one example that still has all its derivatives by hand, to show how: G, and the part of the
%   second derivative of g without G v', both for many points at once. None of it is needed any more: with
%   @mass, @force and @loop alone, written for one point, the rest is derived ('derive' of GEOMSSYS). It
%   remains for what cannot be recorded, and for 'derive', 'off', with which RUN_SLIDERCRANK compares GEOMS
%   with solvers that call functions, too. What is given by hand is compared with what is derived. Ten
%   seconds of the motion at 1e-6 take 1.15 s with calls ('derive', 'off'), 0.09 s recorded.
%
%   Example:
%       [sys, x0] = slidercrank_system ();
%       sol = geoms (sys, [0 40], x0, 'Formulation', 'partition-svd', 'RelTol', 1e-3);
%       semilogy (sol.t, abs (sol.residual.position(2, :)))
%
%   See also RUN_SLIDERCRANK, SLIDERCRANK_BODIES, ANALYTICAL_SYSTEM, ANALYTICAL_REFERENCE.

if nargin < 1, given = struct (); end
if nargin < 2, style = 'functions'; end
q = slidercrank_parameters (given);
common = {'parameters', q, 'autonomous', true, ...
    'names', struct('p', {{'x', 'alpha', 'beta'}}, 'v', {{'x''', 'alpha''', 'beta'''}})};
if strcmp (style, 'bodies')
    sys = geomssys (slidercrank_bodies (given));
elseif strcmp (style, 'model')
    sys = geomssys ('model', @model, 'dims', struct ('np', 3, 'nv', 3, 'nl', 2), common{:});
else
    sys = geomssys ('mass', @mass, 'force', @force, 'constraint', @loop, ...
        'constraintJacobian', @gradient, 'constraintAcceleration', @acceleration, ...
        'vectorized', true, common{:});
end
x0 = slidercrank_start (q);

end

function M = mass (~, p, q)
alpha = p(2, :);
theta = alpha + p(3, :);
st = -q.b * sin (theta);
xa = st - q.a * sin (alpha);
at = q.jt + q.d * cos (p(3, :));
k = numel (theta);
jt = q.jt(ones (1, k));
M = reshape ([q.mx(ones (1, k)); xa; st; xa; at + at + (q.ja - q.jt); at; st; at; jt], 3, 3, k);
end

function f = force (~, p, v, q)
alpha = p(2, :);
wa = v(2, :).^2;
wt = (v(2, :) + v(3, :)).^2;
bend = q.d * sin (p(3, :));
last = -bend .* wa;
f = [q.a * cos(alpha) .* wa + q.b * cos(alpha + p(3, :)) .* wt; bend .* wt + last; last];
end

function g = loop (~, p, q)
alpha = p(2, :);
theta = alpha + p(3, :);
g = [p(1, :) + q.l2 * cos(alpha) + q.l1 * cos(theta); q.l2 * sin(alpha) + q.l1 * sin(theta)];
end

function G = gradient (~, p, q)
alpha = p(2, :);
theta = alpha + p(3, :);
s = -q.l1 * sin (theta);
c = q.l1 * cos (theta);
k = numel (theta);
G = reshape ([ones(1, k); zeros(1, k); s - q.l2 * sin(alpha); c + q.l2 * cos(alpha); s; c], 2, 3, k);
end

function a = acceleration (~, p, v, q)
alpha = p(2, :);
theta = alpha + p(3, :);
wa = -q.l2 * v(2, :).^2;
wt = -q.l1 * (v(2, :) + v(3, :)).^2;
a = [wa .* cos(alpha) + wt .* cos(theta); wa .* sin(alpha) + wt .* sin(theta)];
end

% all of them at one point
function s = model (~, p, v, q)
sa = sin (p(2));
ca = cos (p(2));
st = sin (p(2) + p(3));
ct = cos (p(2) + p(3));
wa = v(2)^2;
wt = (v(2) + v(3))^2;
xt = -q.b * st;
xa = xt - q.a * sa;
at = q.jt + q.d * cos (p(3));
bend = q.d * sin (p(3));
gs = -q.l1 * st;
gc = q.l1 * ct;
s.M = [q.mx, xa, xt; xa, at + at + q.ja - q.jt, at; xt, at, q.jt];
s.f = [q.a*ca*wa + q.b*ct*wt; bend*(wt - wa); -bend*wa];
s.g = [p(1) + q.l2*ca + gc; q.l2*sa - gs];
s.G = [1, gs - q.l2*sa, gs; 0, gc + q.l2*ca, gc];
s.gIIpart = [-q.l2*wa*ca - wt*gc; wt*gs - q.l2*wa*sa];
end
