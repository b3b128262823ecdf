function found = selectors_trapezoidal (select, steps, tend)
% SELECTORS_TRAPEZOIDAL  The trapezoidal rule (44) of Steinbrecher (2002), letter by letter.
%   FOUND = SELECTORS_TRAPEZOIDAL (SELECT, STEPS, TEND) integrates the body of DEVIATION_SYSTEM from (35) over
%   [0, TEND] in STEPS steps of size h, with S_p = S_v = SELECT (p), a row:
%
%       0 = (S1 + S0)/2 (p1 - p0) - h/2 (S1 v1 + S0 v0)
%       0 = (S1 + S0)/2 M (v1 - v0) - h/2 (S1 (f1 - G1' lambda1) + S0 (f0 - G0' lambda0))
%       0 = g1 = gI1 = gII1
%
%   S0 and S1 belong to the two ends of the step. Newton's method takes its Jacobian
%   by differences. FOUND has the fields reached, why ('' at the end), p, v and lambda (the largest errors
%   against DEVIATION_EXACT at all steps).
%
%   See also RUN_SELECTORS.

h = tend / steps;
[p, v, lambda] = deviation_exact (0);
x = [p; v; lambda];
found = struct ('reached', tend, 'why', '', 'p', 0, 'v', 0, 'lambda', 0);
for k = 1:steps
    [x, good] = step (x, h, select);
    if ~good
        found.reached = (k - 1) * h;
        found.why = 'Newton''s method does not converge';
        return
    end
    [p, v, lambda] = deviation_exact (k * h);
    found.p = max (found.p, norm (x(1:2) - p, inf));
    found.v = max (found.v, norm (x(3:4) - v, inf));
    found.lambda = max (found.lambda, abs (x(5) - lambda));
end

end

% x at the end of a step
function [y, good] = step (x, h, select)
y = x;
good = false;
J = zeros (5);
for i = 1:20
    for j = 1:5
        e = 1e-7 * ((1:5)' == j);
        J(:, j) = (defect (y + e, x, h, select) - defect (y - e, x, h, select)) / 2e-7;
    end
    dy = -J \ defect (y, x, h, select);
    y = y + dy;
    if ~all (isfinite (y))
        return
    elseif norm (dy, inf) <= 1e-11
        good = true;
        return
    end
end
end

% (44) from x to y
function r = defect (y, x, h, select)
S0 = select (x(1:2));
S1 = select (y(1:2));
p = y(1:2);
v = y(3:4);
a0 = acceleration (x);
a1 = acceleration (y);
r = [(S1 + S0) / 2 * (p - x(1:2)) - h / 2 * (S1 * v + S0 * x(3:4))
     (S1 + S0) / 2 * (v - x(3:4)) - h / 2 * (S1 * a1 + S0 * a0)
     p' * p - 1
     2 * p' * v
     2 * (v' * v) + 2 * p' * a1];
end

% v' of (34)
function a = acceleration (x)
a = [-x(1) - 2*x(1)*x(3)*x(4); -x(3) + 2*x(1)*x(2)^2] - 2 * x(1:2) * x(5);
end
