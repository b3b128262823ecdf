%GEOMSFCN_MODEL  All terms of the mechanical form from one function.
%   s = model (t, p, v) returns a struct. Use it if the terms share subexpressions: one call is made
%   where otherwise there would be one for each term.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   np x 1                             np x k
%     s.M         mass matrix, np x np                     (np x np x k)
%     s.f         forces, np x 1                           (np x k)
%     s.g         constraint, nl x 1                       (nl x k)
%     s.G         its Jacobian, nl x np                    (nl x np x k)
%     s.gI        its full time derivative, nl x 1         (nl x k)
%     s.gIIpart   d2g/dt2 without G v', nl x 1             (nl x k)
%   The field M is left out if 'mass' is given as a matrix, g, G, gI and gIIpart if there is no
%   constraint, gI also if g does not depend on t.
%
%   The function may take z and q as further arguments, see GEOMSFCN_FORCE. If it takes z, the
%   number of constraints must be given: 'dims', struct ('nl', ...).
%
%   Example: a pendulum
%       model = @(t,p,v) struct ('f', [0; -9.81], 'g', p'*p - 1, 'G', 2*p', 'gIIpart', 2*(v'*v));
%       sys = geomssys ('mass', eye (2), 'model', model);
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]));
%
%   See also GEOMSSYS, GEOMSFCN_CONSTRAINT.
