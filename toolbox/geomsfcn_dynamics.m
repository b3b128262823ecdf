%GEOMSFCN_DYNAMICS  Force elements with a state, auxiliary variables and contact points.
%   b = dynamics (t, p, v, z)     r' = b: hydraulics, controllers, filters, ...
%   d = auxiliary (t, p, v, z)    0 = d: determines w, where a force is known implicitly only
%   c = contact (t, p, z)         0 = c: determines s, the place of a contact on a surface
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   nv x 1                             nv x k
%     z   struct with r (nr x 1), w (nw x 1), s (ns x 1), lambda, mu; vectorized: with k columns
%     b   nr x 1,  d  nw x 1,  c  ns x 1     with k columns
%   b and d may depend on everything, c on t, p and s; dd/dw and dc/ds must be regular. The forces
%   see r, w and s as z.r, z.w and z.s: force (t, p, v, z).
%
%   If the system has parameters q, each may take them as last argument: dynamics (t, p, v, z, q).
%
%   How many there are is told by 'dims', struct ('nr', ..., 'nw', ..., 'ns', ...), or by the fields
%   r, w, s of the initial values. Values of w that are not given are computed from 0 = d.
%
%   A constraint that depends on s, 0 = g (t, p, s), gets z, too; its Jacobian is then the total
%   derivative g_p - g_s (c_s \ c_p), and its time derivatives are those along s' = -c_s \ dc/dt.
%
%   Example: an oscillator with a damper that answers with a delay, r' = (v - r)/0.1
%       sys = geomssys ('mass', 1, 'force', @(t,p,v,z) -p - 0.5 * z.r, ...
%           'dynamics', @(t,p,v,z) (v - z.r) / 0.1, 'dims', struct ('nr', 1));
%       sol = geoms (sys, [0 20], struct ('p', 1));
%
%   See also GEOMSSYS, GEOMSFCN_FORCE, GEOMSFCN_CONSTRAINT.
