function [sys, x0, tspan, reference] = caraxis_system ()
% CARAXIS_SYSTEM  The car axis in the mechanical form: a constraint that depends on time.
%
%   [sys, x0, tspan, reference] = caraxis_system ()
%
%   p = (xl, yl, xr, yr), the ends of an axle; its left end touches a road that moves. Constants,
%   equations and start: IVP Test Set, cran/deTestSet src/Ex_car.f, which has + G' lambda: the
%   multipliers here have the opposite sign. reference: the state at the end, see reference_values
%   and caraxis.csv.

sys = geomssys ('mass', 5e-4*ones (4, 1), 'force', @force, 'constraint', @constraint, ...
                'constraintJacobian', @gradient, 'constraintVelocity', @velocity, ...
                'constraintAcceleration', @acceleration);
x0 = struct ('p', [0; 0.5; 1; 0.5], 'v', [-0.5; 0; -0.5; 0]);
tspan = [0 3];
if nargout > 3
  reference = reference_values ('caraxis.csv');
end
end

% position, speed and acceleration of the end of the road, as columns
function b = road (t)
w = 10;
y = 0.1*sin (w*t);
y1 = 0.1*w*cos (w*t);
y2 = -w^2*y;
x = sqrt (1 - y^2);
x1 = -y*y1/x;
x2 = -(x1^2 + y1^2 + y*y2)/x;
b = [x x1 x2; y y1 y2];
end

function f = force (t, p, v)  %#ok<INUSD>
b = road (t);
left = p(1:2);
right = p(3:4) - b(:,1);
weight = [0; 5e-4];
f = [(0.5/norm (left) - 1)*left - weight; (0.5/norm (right) - 1)*right - weight];
end

function g = constraint (t, p)
b = road (t);
d = p(1:2) - p(3:4);
g = [b(:,1)'*p(1:2); d'*d - 1];
end

function G = gradient (t, p)
b = road (t);
d = p(1:2) - p(3:4);
G = [b(:, 1)', 0, 0; 2*d', -2*d'];
end

% the whole gI = G v + dg/dt
function gI = velocity (t, p, v)
b = road (t);
gI = gradient (t, p)*v + [b(:,2)'*p(1:2); 0];
end

% gII without G v'
function c = acceleration (t, p, v)
b = road (t);
u = v(1:2) - v(3:4);
c = [2*b(:,2)'*v(1:2) + b(:,3)'*p(1:2); 2*(u'*u)];
end
