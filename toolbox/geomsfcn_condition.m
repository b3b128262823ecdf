%GEOMSFCN_CONDITION  Additional conditions on the initial values, mechanical form.
%   c = condition (t, p, v) returns nc values that shall vanish at the start, beside constraints.
%     t   scalar
%     p   np x 1
%     v   nv x 1
%     c   nc x 1
%   It is called for one point at a time, also in a vectorized system. The conditions go before the
%   initial values that were given: these are moved, as little as possible, until constraints and
%   conditions are met.
%
%   The function may take z and q as further arguments, see GEOMSFCN_FORCE: a condition on the
%   multipliers, z.lambda, moves velocities and positions.
%
%   Example: a pendulum starts at an angle of 45 degrees, wherever its initial values lie
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on', 'condition', @(t,p,v) p(1) + p(2));
%       sol = geoms (sys, [0 1], struct ('p', [1; 0]));
%       sol.p(:, 1)                           % [1; -1] / sqrt (2)
%
%   See also GEOMSSYS, GEOMSFCN_IVCOND.
