%GEOMSFCN_NONHOLONOMIC  Nonholonomic constraint, its Jacobian and its time derivative.
%   h    = nonholonomic (t, p, v)               0 = h, affine in v: H Z v plus what is prescribed
%   H    = nonholonomicJacobian (t, p)          its derivative with respect to p' = Z v
%   part = nonholonomicAcceleration (t, p, v)   dh/dt along the motion without the term H Z v'; not
%                                               needed by Formulation 'psi1', 'index3',
%                                               'index2', 'ggl'
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   nv x 1                             nv x k
%     h, part   nm x 1                       nm x k
%     H   nm x np                            nm x np x k, or nm x np if it is constant
%   The forces of these constraints are Z'H' mu in M v' = f - Z'G' lambda - Z'H' mu. Without
%   kinematics Z is the identity.
%
%   h alone is enough where the functions are recorded ('derive' of GEOMSSYS): H and part are derived then,
%   and need not be written. What is given of them is compared with what is derived, and not used.
%
%   Each may take z and q as further arguments, see GEOMSFCN_FORCE.
%
%   Where they are called, GEOMS compares H and part with difference quotients before it starts.
%
%   Example: a blade on an inclined plane, p = [x; y; angle]; it cannot move sideways
%       sys = geomssys ('mass', [1 1 1], 'force', @(t,p,v) [4.905; 0; 0], ...
%           'nonholonomic', @(t,p,v) v(1)*sin (p(3)) - v(2)*cos (p(3)), 'derive', 'on');
%       sol = geoms (sys, [0 pi], struct ('p', [0; 0; 0], 'v', [0; 0; 1]));
%       sol.p(:, end)                         % [0; 4.905 * pi/2; pi]
%   Functions that are called need two more:
%           'nonholonomicJacobian', @(t,p) [sin(p(3)), -cos(p(3)), 0], ...
%           'nonholonomicAcceleration', @(t,p,v) v(3)*(v(1)*cos (p(3)) + v(2)*sin (p(3)))
%
%   See also GEOMSSYS, GEOMSFCN_CONSTRAINT, GEOMSFCN_KINEMATICS.
