%GEOMSFCN_INVARIANT  Solution invariants and their gradient.
%   e = invariant (t, p, v) returns what is 0 along every motion: the energy minus its value at the
%   start, the norm of a quaternion minus 1, ...
%   E = invariantGradient (t, p, v) returns its derivatives de/d[v; s; p]. It may be left out: where
%   the functions are recorded ('derive' of GEOMSSYS) they are derived, else they come from difference
%   quotients, and the invariant holds a little less exactly.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   nv x 1                             nv x k
%     e   ni x 1                             ni x k
%     E   ni x (nv + ns + np)                called for one point
%   Invariants are kept as the constraints are, see the option Invariant of GEOMSSET.
%
%   Each may take z and q as further arguments, see GEOMSFCN_FORCE; e may depend on z.s.
%
%   GEOMS compares a gradient that is given before it starts, and refuses an invariant
%   that is not constant along the motion.
%
%   Example: a pendulum that keeps its energy
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], ...
%           'constraint', @(t,p) p'*p - 1, 'derive', 'on', ...
%           'invariant', @(t,p,v) (v'*v)/2 + 9.81 * p(2));
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]));
%
%   See also GEOMSSYS, GEOMSSET, GEOMSFCN_KINEMATICS.
