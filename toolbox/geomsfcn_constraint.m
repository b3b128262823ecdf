%GEOMSFCN_CONSTRAINT  Constraint g, its Jacobian and its time derivatives.
%   g    = constraint (t, p)                  0 = g on position level
%   G    = constraintJacobian (t, p)          dg/dp
%   gI   = constraintVelocity (t, p, v)       dg/dt along the motion, in full: G Z v + (g)_t; may be
%                                             left out if g does not depend on t
%   part = constraintAcceleration (t, p, v)   d2g/dt2 along the motion without the term G Z v', that
%                                             is (gI)_p Z v + (gI)_t; not needed by Formulation
%                                             'psi1', 'index3', 'index2', 'ggl'
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   nv x 1                             nv x k
%     g   nl x 1                             nl x k
%     G   nl x np                            nl x np x k, or nl x np if it is constant
%     gI, part   nl x 1                      nl x k
%   Without kinematics Z is the identity: p' = v.
%
%   g alone is enough where the functions are recorded ('derive' of GEOMSSYS): G, gI and part are derived
%   then, and need not be written. What is given of them is compared with what is derived, and not used.
%
%   g has two derivatives: a kink (abs, max, if, a table by interp1 with lines) is a blow on the motion, which
%   nothing tells, and energy jumps there. Take interp1 (..., 'spline') or pchip, or end the run with an
%   event and let EventAction make the impact.
%
%   Each may take z and q as further arguments, see GEOMSFCN_FORCE. A constraint that depends on
%   contact points z.s has the total derivative as its Jacobian, see GEOMSFCN_DYNAMICS. None of them
%   may depend on z.lambda or z.mu.
%
%   Where they are called, GEOMS compares each of them with difference quotients of the one above before
%   it starts.
%
%   Example: a point is led along the line y = sin (t) and pulled by a spring
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) -p, ...
%           'constraint', @(t,p) p(2) - sin (t), 'derive', 'on');
%       sol = geoms (sys, [0 6], struct ('p', [1; 0], 'v', [0; 1]));
%   Example: the same, with functions that are called
%       sys = geomssys ('mass', eye (2), 'force', @(t,p,v) -p, ...
%           'constraint', @(t,p) p(2) - sin (t), 'constraintJacobian', @(t,p) [0 1], ...
%           'constraintVelocity', @(t,p,v) v(2) - cos (t), ...
%           'constraintAcceleration', @(t,p,v) sin (t), 'derive', 'off');
%
%   See also GEOMSSYS, GEOMSFCN_NONHOLONOMIC, GEOMSFCN_MODEL.
