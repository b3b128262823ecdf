function [sys, x0] = skate (form, varargin)
%SKATE  A skate with a wheel and a cam on an incline, in the mechanical form: every kind of unknown.
%   [sys, x0] = skate (form, 'Name', value, ...), form: 'plain', 'vectorized' or 'model', with
%   further names for geomssys, which replace those that are there.
%
%   The equations stand in tests/models/skate.c, whose motion is known to 1e-13:
%     p = (x, y, C, S, z, psi), v = (u, n, omega, zeta, sigma), s = eta; r four filters, w three
%     frictions, one constraint, two nonholonomic ones, p' = Z v.
%   As in that file the constraint g = z - b eta^2 depends on p through the contact point: G is its
%   total derivative.

base = {
    'mass', @mass
    'kinematics', @kinematics
    'force', @force
    'constraint', @(t,p,z) p(5,:) - 0.3 * z.s.^2
    'constraintJacobian', @(t,p,z) jacobian(p, z)
    'constraintVelocity', @(t,p,v,z) v(4,:) - edge(p, z) .* v(3,:)
    'constraintAcceleration', @(t,p,v,z) -bend(p, z) .* v(3,:).^2
    'nonholonomic', @(t,p,v) [v(2,:); 0.25 * v(5,:) - v(1,:)]
    'nonholonomicJacobian', @slip
    'nonholonomicAcceleration', @(t,p,v) zeros(2, size (p, 2))
    'dynamics', @dynamics
    'auxiliary', @auxiliary
    'contact', @(t,p,z) z.s + 0.4 * z.s.^3 - p(4,:)};
if strcmp (form, 'model')
    base = {'model', @(t,p,v,z) model(base, t, p, v, z)};
    varargin = [varargin, {'dims', struct('nr', 4, 'nw', 3, 'ns', 1, 'nl', 1, 'nm', 2, 'np', 6, ...
        'nv', 5)}];
elseif strcmp (form, 'vectorized')
    varargin = [varargin, {'vectorized', true}];
end
for i = 1:2:numel (varargin)
    base = [base(~strcmp (varargin{i}, base(:, 1)), :); varargin(i:i + 1)];
end
base = base';
sys = geomssys (base{:});
x0 = struct ('p', [0; 0; 1; 0; 0; 0], 'v', [1; 0; 1; 0; 4], 'r', zeros (4, 1), 's', 0, ...
    'w', zeros (3, 1));

end

function M = mass (t, p) %#ok<INUSL>
k = size (p, 2);
M = zeros (5, 5, k);
M(1, 1, :) = 1;
M(2, 2, :) = 1;
M(3, 3, :) = 0.2 + 0.3 * p(5, :).^2;
M(4, 4, :) = 0.3;
M(5, 5, :) = 0.05;
end

function Z = kinematics (t, p) %#ok<INUSL>
Z = zeros (6, 5, size (p, 2));
Z(1, 1, :) = p(3, :);
Z(2, 2, :) = p(3, :);
Z(4, 3, :) = p(3, :);
Z(2, 1, :) = p(4, :);
Z(1, 2, :) = -p(4, :);
Z(3, 3, :) = -p(4, :);
Z(5, 4, :) = 1;
Z(6, 5, :) = 1;
end

function f = force (t, p, v, z) %#ok<INUSL>
f = [v(3,:) .* v(2,:) + 2 * p(3,:) + z.r(4,:) - z.w(1,:)
    -v(3,:) .* v(1,:) - 2 * p(4,:)
    -z.w(2,:) - 0.6 * p(5,:) .* v(4,:) .* v(3,:)
    0.3 * p(5,:) .* v(3,:).^2 - 4 * p(5,:)
    -z.w(3,:)];
end

% D = 1 + 3 a eta^2, E = 2 b eta C/D, Q omega = E'
function E = edge (p, z)
E = 0.6 * z.s .* p(3,:) ./ (1 + 1.2 * z.s.^2);
end

function Q = bend (p, z)
D = 1 + 1.2 * z.s.^2;
Q = 0.6 * (p(3,:).^2 .* (1 - 1.2 * z.s.^2) ./ D.^3 - z.s .* p(4,:) ./ D);
end

function G = jacobian (p, z)
G = zeros (1, 6, size (p, 2));
G(1, 4, :) = -0.6 * z.s ./ (1 + 1.2 * z.s.^2);
G(1, 5, :) = 1;
end

% (n, rho sigma - u) = H Z v, also where C^2 + S^2 is not 1
function H = slip (t, p) %#ok<INUSL>
cc = p(3,:).^2 + p(4,:).^2;
H = zeros (2, 6, size (p, 2));
H(1, 1, :) = -p(4,:) ./ cc;
H(1, 2, :) = p(3,:) ./ cc;
H(2, 1, :) = -p(3,:) ./ cc;
H(2, 2, :) = -p(4,:) ./ cc;
H(2, 6, :) = 0.25;
end

function b = dynamics (t, p, v, z) %#ok<INUSL>
b = ([1.5 * (1 - v(1,:)); z.r(1:3,:)] - z.r) / 0.5;
end

function d = auxiliary (t, p, v, z) %#ok<INUSL>
d = [0.1 * (v(1,:) + v(1,:).^3) - z.w(1,:)
    z.w(2,:) + 0.5 * z.w(2,:).^3 - 0.05 * z.lambda .* v(3,:)
    z.w(3,:) - 0.02 * (z.w(2,:) + v(5,:))];
end

% the same functions, called by one
function y = model (base, t, p, v, z)
letters = {'M', 'Z', 'f', 'g', 'G', 'gI', 'gIIpart', 'h', 'H', 'hIpart', 'b', 'd', 'c'};
list = {t, p, v, z};
takes = {1:2, 1:2, 1:4, [1 2 4], [1 2 4], 1:4, 1:4, 1:3, 1:2, 1:3, 1:4, 1:4, [1 2 4]};
for i = 1:13
    fcn = base{i, 2};
    y.(letters{i}) = fcn (list{takes{i}});
end
end
