function [sys, x0, f, y0] = analytical_system (given, style)
% ANALYTICAL_SYSTEM  The slider crank with the crank angle as its only coordinate.
%   [SYS, X0] = ANALYTICAL_SYSTEM () describes the mechanism of SLIDERCRANK_SYSTEM without constraints:
%   p = phi, the crank angle seen from the support,
%
%       I (phi) phi'' = -I'(phi)/2 phi'^2
%
%   With (F, Y0) = the third and fourth result the same for ode45: y' = F (t, y), y = (phi, phi').
%   ANALYTICAL_SYSTEM (GIVEN, STYLE) changes the parameters, see SLIDERCRANK_PARAMETERS; STYLE is as in
%   SLIDERCRANK_SYSTEM. With 'bodies' it is a tree of one body, the crank, on which rod and slider act
%   by a torque in closed form, for bodies alone have no way to leave loops out:
%
%       jt phi'' = -jt I'(phi) / (2 I (phi)) phi'^2
%
%   With s = sin alpha = l1/l2 sin phi, c = cos alpha < 0, and ' = d/dphi:
%
%       alpha' = l1/l2 cos phi / c,          alpha'' = s (alpha'^2 - 1) / c
%       x' = -l1 sin phi + l2 s alpha',      x'' = -l1 cos phi + l2 (c alpha'^2 + s alpha'')
%       I = mx x'^2 + ja alpha'^2 + jt - 2 a s x' alpha' + 2 b sin phi x' - 2 d cos (alpha-phi) alpha'
%
%   Example:
%       [sys, x0, f, y0] = analytical_system ();
%       sol = geoms (sys, [0 40], x0, 'Method', 'dopri5', 'RelTol', 1e-6);
%       [t, y] = ode45 (f, [0 40], y0, odeset ('RelTol', 1e-6));
%
%   See also ANALYTICAL_REFERENCE, SLIDERCRANK_SYSTEM.

if nargin < 1, given = struct (); end
if nargin < 2, style = 'functions'; end
q = slidercrank_parameters (given);
common = {'parameters', q, 'autonomous', true, 'names', struct('p', {{'phi'}}, 'v', {{'phi'''}})};
if strcmp (style, 'bodies')
    crank = geomsaddbody (geomstree ('planar', true, 'gravity', [0 0]), 'crank', 'mass', q.m1, ...
        'com', [q.l1/2 0], 'inertia', q.J1, 'q', q.phi, 'v', q.speed);
    sys = geomssys (crank, 'force', @(t, phi, w) torque (phi, w, q), 'vectorized', true);
elseif strcmp (style, 'model')
    sys = geomssys ('model', @model, 'dims', struct ('np', 1, 'nv', 1), common{:});
else
    sys = geomssys ('mass', @mass, 'force', @force, 'vectorized', true, common{:});
end
x0 = struct ('p', q.phi, 'v', q.speed);
f = @(t, y) slope (y, q);
y0 = [q.phi; q.speed];

end

function M = mass (~, phi, q)
M = reshape (inertia (phi, q), 1, 1, []);
end

function f = force (~, phi, w, q)
[~, change] = inertia (phi, q);
f = -change / 2 .* w.^2;
end

function s = model (~, phi, w, q)
[s.M, change] = inertia (phi, q);
s.f = -change / 2 * w^2;
end

% with which rod and slider act on the crank
function f = torque (phi, w, q)
[I, change] = inertia (phi, q);
f = -q.jt * change ./ (2 * I) .* w.^2;
end

function yp = slope (y, q)
[I, change] = inertia (y(1, :), q);
yp = [y(2, :); -change ./ (2 * I) .* y(2, :).^2];
end
