function [sys, x0, tspan, reference] = andrews_system ()
% ANDREWS_SYSTEM  Andrews' squeezing mechanism in the mechanical form.
%
%   [sys, x0, tspan, reference] = andrews_system ()
%
%   p = (beta, Theta, gamma, Phi, delta, Omega, epsilon), seven bodies, six constraints, 0.03
%   seconds. Constants, equations and start: IVP Test Set, cran/deTestSet src/Ex_andrews.f.
%   reference: the state at the end, see reference_values and andrews.csv.
%
%   Each term of the constraints is a sine or a cosine of one of the angles s = A p. With T the
%   terms (6 x 7) and D = dT/ds:  G = D A  and  gII = G v' - T (A v).^2.

sys = geomssys ('mass', @mass, 'force', @force, 'constraint', @constraint, ...
                'constraintJacobian', @gradient, 'constraintAcceleration', @acceleration);
x0 = struct ('p', [-0.0617138900142764496358948458001; 0; 0.455279819163070380255912382449; ...
                   0.222668390165885884674473185609; 0.487364979543842550225598953530; ...
                   -0.222668390165885884674473185609; 1.23054744454982119249735015568], ...
             'v', zeros (7, 1));
tspan = [0 0.03];
if nargout > 3
  reference = reference_values ('andrews.csv');
end
end

function M = mass (t, p)  %#ok<INUSL>
m1 = 0.04325; m2 = 0.00365; m3 = 0.02373; m4 = 0.00706; m5 = 0.0705; m6 = 0.00706; m7 = 0.05498;
I1 = 2.194e-6; I2 = 4.41e-7; I3 = 5.255e-6; I4 = 5.667e-7; I5 = 1.169e-5; I6 = 5.667e-7;
I7 = 1.912e-5;
da = 0.0115; rr = 0.007; ra = 0.00092; sa = 0.01874; sb = 0.01043; ta = 0.02308; tb = 0.00916;
u = 0.04; ua = 0.01228; ub = 0.00449; zt = 0.04; h = 0.02 - 0.01421; k = 0.02 - 0.01421;

M = zeros (7);
M(1,1) = m1*ra^2 + m2*(rr^2 - 2*da*rr*cos (p(2)) + da^2) + I1 + I2;
M(2,1) = m2*(da^2 - da*rr*cos (p(2))) + I2;
M(2,2) = m2*da^2 + I2;
M(3,3) = m3*(sa^2 + sb^2) + I3;
M(4,4) = m4*h^2 + I4;
M(5,4) = m4*(h^2 + zt*h*sin (p(4))) + I4;
M(5,5) = m4*(zt^2 + 2*zt*h*sin (p(4)) + h^2) + m5*(ta^2 + tb^2) + I4 + I5;
M(6,6) = m6*k^2 + I6;
M(7,6) = m6*(k^2 - u*k*sin (p(6))) + I6;
M(7,7) = m6*(k^2 - 2*u*k*sin (p(6)) + u^2) + m7*(ua^2 + ub^2) + I6 + I7;
M = M + tril (M, -1)';
end

function f = force (t, p, v)  %#ok<INUSL>
m2 = 0.00365; m4 = 0.00706; m6 = 0.00706; da = 0.0115; rr = 0.007; u = 0.04; zt = 0.04;
h = 0.02 - 0.01421; k = 0.02 - 0.01421; xb = -0.03635; yb = 0.03273; xc = 0.014; yc = 0.072;
sc = 0.018; sd = 0.02; c0 = 4530; l0 = 0.07785; mom = 0.033;

S = sin (p(3)); C = cos (p(3));
x = sd*C + sc*S + xb - xc;
y = sd*S - sc*C + yb - yc;
L = sqrt (x^2 + y^2);
F = -c0*(L - l0)/L;
f = [mom - m2*da*rr*v(2)*(v(2) + 2*v(1))*sin(p(2)); ...
     m2*da*rr*v(1)^2*sin(p(2)); ...
     F*(x*(sc*C - sd*S) + y*(sd*C + sc*S)); ...
     m4*zt*h*v(5)^2*cos(p(4)); ...
     -m4*zt*h*v(4)*(v(4) + 2*v(5))*cos(p(4)); ...
     -m6*u*k*v(7)^2*cos(p(6)); ...
     m6*u*k*v(6)*(v(6) + 2*v(7))*cos(p(6))];
end

function g = constraint (t, p)  %#ok<INUSL>
T = terms (p);
g = sum (T, 2) - [-0.03635; 0.03273; -0.06934; -0.00227; -0.06934; -0.00227];
end

function G = gradient (t, p)  %#ok<INUSL>
[~, D, A] = terms (p);
G = D*A;
end

function c = acceleration (t, p, v)  %#ok<INUSL>
[T, ~, A] = terms (p);
c = -T*(A*v).^2;
end

function [T, D, A] = terms (p)
A = [1 0 0 0 0 0 0; 1 1 0 0 0 0 0; 0 0 1 0 0 0 0; 0 0 0 1 1 0 0; 0 0 0 0 1 0 0; 0 0 0 0 0 1 1; ...
     0 0 0 0 0 0 1];
d = 0.028; e = 0.02; rr = 0.007; ss = 0.035; u = 0.04; zf = 0.02; zt = 0.04;
% factors of cos s and of sin s
cosines = [rr, -d, 0, 0, 0, 0, 0; 0, 0, ss, 0, 0, 0, 0; rr, -d, 0, 0, -zt, 0, 0; ...
           0, 0, 0, e, 0, 0, 0; rr, -d, 0, 0, 0, -zf, 0; 0, 0, 0, 0, 0, 0, u];
sines = [0, 0, -ss, 0, 0, 0, 0; rr, -d, 0, 0, 0, 0, 0; 0, 0, 0, -e, 0, 0, 0; ...
         rr, -d, 0, 0, -zt, 0, 0; 0, 0, 0, 0, 0, 0, -u; rr, -d, 0, 0, 0, -zf, 0];
s = A*p;
C = repmat (cos (s)', 6, 1);
S = repmat (sin (s)', 6, 1);
T = cosines.*C + sines.*S;
D = sines.*C - cosines.*S;
end
