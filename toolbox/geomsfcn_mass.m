%GEOMSFCN_MASS  Mass matrix M of the mechanical form, full or diagonal, also singular.
%   M = mass (t, p) returns the mass matrix at the time t and the position p.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     M   nv x nv, symmetric                 nv x nv x k, or nv x nv if it is constant
%         or its diagonal, nv x 1            nv x 1 x k, or nv x 1
%   In the residual form M = mass (t, x), with all unknowns.
%
%   M may be singular, and must be positive on the motions that the constraints allow, v' M v > 0 for
%   G Z v = 0. What has no mass and no constraint needs a force that depends on its velocity, a
%   damper: with Formulation 'psf' and 'psi1' (and an implicit method) its equation is then taken as
%   it is, 0 = f. Velocities that follow from it are made consistent at the start, as the option
%   Initial says; SOL.info.massless has their numbers. M that is not symmetric, or not positive, is
%   an error that names the entries or the direction.
%
%   A mass may come to nothing along a run, all at once, too: psf and psi1 go on if a constraint or a
%   damper holds the coordinate then; else the run ends there, with a warning that names it
%   (geoms:mass:undamped).
%
%   The function may take z and q as further arguments, see GEOMSFCN_FORCE.
%
%   A constant mass matrix is better given as a matrix, or as the vector of its diagonal: where it is
%   regular it is then factorised once.
%
%   Example: a body of mass 2 with a moment of inertia that depends on a length
%       sys = geomssys ('mass', @(t,p) diag ([2, 2 * p(1)^2]), 'force', @(t,p,v) ...
%           [2 * p(1) * v(2)^2 - (p(1) - 1); -4 * p(1) * v(1) * v(2)]);
%       sol = geoms (sys, [0 10], struct ('p', [1; 0], 'v', [0; 0.5]));
%
%   Example: a mass of 2 on a spring, the other end of which hangs in a damper and has no mass
%       sys = geomssys ('mass', [2 0], 'force', @(t,p,v) ...
%           [3 * (p(2) - p(1)); 3 * (p(1) - p(2)) - 0.5 * v(2)]);
%       sol = geoms (sys, [0 10], struct ('p', [1; 0]));
%       sol.v(:, 1)                           % 0, 6
%
%   See also GEOMSSYS, GEOMSFCN_FORCE.
