%GEOMSFCN_FORCE  Forces f of the mechanical form.
%   f = force (t, p, v) returns everything in M v' = f - Z'G' lambda - Z'H' mu that is not a
%   constraint force: applied forces, gyroscopic and centrifugal terms.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   nv x 1                             nv x k
%     f   nv x 1                             nv x k
%
%   As all functions of the mechanical form it may take two more arguments at the end:
%     z   struct with the fields r (nr x 1), w, s, lambda (nl x 1), mu; vectorized: with k columns.
%         Force elements, auxiliary variables, contact points, multipliers (friction)
%     q   the parameters, if and only if the system was described with 'parameters'
%   that is f = force (t, p, v, z), and in a system with parameters f = force (t, p, v, q) or
%   f = force (t, p, v, z, q). One argument more than (t, p, v) is q if there are parameters, else z.
%
%   NaN, Inf or a complex result at a trial state makes the integrator try a smaller step. An error
%   ends the run and comes back unchanged.
%
%   Example: an oscillator with a stiffness that is a parameter
%       sys = geomssys ('mass', 1, 'force', @(t,p,v,q) -q * p, 'parameters', 4);
%       sol = geoms (sys, [0 pi], struct ('p', 1));
%       sol.p(end)                            % 1
%
%   See also GEOMSSYS, GEOMSFCN_MASS, GEOMSFCN_CONSTRAINT.
