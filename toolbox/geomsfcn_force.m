%GEOMSFCN_FORCE  Forces f of the mechanical form.
%   f = force (t, p, v) returns everything in M v' = f - G' lambda that is not a constraint force:
%   applied forces, gyroscopic and centrifugal terms.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     v   np x 1                             np x k
%     f   np x 1                             np x k
%
%   f = force (t, p, v, z), f = force (t, p, v, z, q) or, without z, f = force (t, p, v, q) are
%   possible too:
%     z   struct with the field lambda, nl x 1 (vectorized: nl x k); for friction
%     q   the parameters, if the system was described with 'parameters'
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
