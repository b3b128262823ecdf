%GEOMSFCN_IVCOND  Additional conditions on the initial values, residual form.
%   c = ivcond (t, x) returns nc values that shall vanish at the start, beside the constraints. The
%   number nc stands in 'dims'.
%     t   scalar
%     x   n x 1, in the order [w; lambda; mu; r; v; s; p]
%     c   nc x 1
%   It is called for one point at a time, also in a vectorized system. The conditions go before the
%   initial values that were given: these are moved, as little as possible, until constraints and
%   conditions are met.
%
%   c = ivcond (t, x, q) gets the parameters, if the system was described with 'parameters'.
%
%   Example: a pendulum, x = [lambda; v1; v2; p1; p2], starts at an angle of 45 degrees
%       rda = @(t,x) [ ...
%           2*(x(2:3)'*x(2:3)) - 2*9.81*x(5) - 4*x(1)*(x(4:5)'*x(4:5)); ...
%           2*(x(4:5)'*x(2:3)); ...
%           x(4:5)'*x(4:5) - 1; ...
%           -2*x(4)*x(1); -9.81 - 2*x(5)*x(1); ...
%           x(2:3)];
%       sys = geomssys ('dims', struct ('np', 2, 'nl', 1, 'nc', 1), 'eom', rda, ...
%           'ivcond', @(t,x) x(4) + x(5));
%       sol = geoms (sys, [0 1], [0; 0; 0; 1; 0]);
%       sol.p(:, 1)                           % [1; -1] / sqrt (2)
%
%   See also GEOMSSYS, GEOMSFCN_EOM, GEOMSFCN_CONDITION.
