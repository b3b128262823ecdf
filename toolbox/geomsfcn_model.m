%GEOMSFCN_MODEL  All terms of the mechanical form from one function.
%   s = model (t, p, v) returns a struct. Use it if the terms share subexpressions: one call is made
%   where otherwise there would be one for each term.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   nv x 1                             nv x k
%     s.M         mass matrix, nv x nv                     (nv x nv x k)
%                 or its diagonal, nv x 1                  (nv x 1 x k)
%     s.f         forces, nv x 1                           (nv x k)
%     s.g         constraint, nl x 1                       (nl x k)
%     s.G         its Jacobian, nl x np                    (nl x np x k)
%     s.gI        its full time derivative, nl x 1         (nl x k)
%     s.gIIpart   d2g/dt2 without G Z v', nl x 1           (nl x k)
%   and, where the system has them,
%     s.Z         p' = Z v, np x nv                        (np x nv x k)
%     s.h         nonholonomic constraint, nm x 1          (nm x k)
%     s.H         its derivative with respect to p', nm x np    (nm x np x k)
%     s.hIpart    its time derivative without H Z v', nm x 1    (nm x k)
%     s.b, s.d, s.c   dynamics (nr x 1), auxiliary (nw x 1) and contact equations (ns x 1)
%     s.e         solution invariants, ni x 1              (ni x k)
%   Where the function is recorded ('derive' of GEOMSSYS) G, gI, gIIpart, H and hIpart may be left out,
%   they are derived; and there is no need for one function, because what terms share is found.
%   The field M is left out if 'mass' is given as a matrix, g, G, gI and gIIpart if there is no
%   constraint, gI also if g does not depend on t. gIIpart and hIpart are not needed by Formulation
%   'psi1', 'index3', 'index2', 'ggl'.
%
%   The function may take z and q as further arguments, see GEOMSFCN_FORCE. If it takes z, the
%   number of constraints must be given, and what else z holds: 'dims', struct ('nl', ...).
%
%   Example: a pendulum
%       model = @(t,p,v) struct ('f', [0; -9.81], 'g', p'*p - 1, 'G', 2*p', 'gIIpart', 2*(v'*v));
%       sys = geomssys ('mass', eye (2), 'model', model);
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]));
%
%   See also GEOMSSYS, GEOMSFCN_CONSTRAINT.
