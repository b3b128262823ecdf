%GEOMSFCN_MASS  Mass matrix M of the mechanical form.
%   M = mass (t, p) returns the mass matrix at the time t and the position p.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     M   nv x nv, regular                   nv x nv x k, or nv x nv if it is constant
%   In the residual form M = mass (t, x), with all unknowns, and M is nv x nv; it may be singular.
%
%   The function may take z and q as further arguments, see GEOMSFCN_FORCE.
%
%   A constant mass matrix is better given as a matrix, or as the vector of its diagonal: it is then
%   factorised once.
%
%   Example: a body of mass 2 with a moment of inertia that depends on a length
%       sys = geomssys ('mass', @(t,p) diag ([2, 2 * p(1)^2]), 'force', @(t,p,v) ...
%           [2 * p(1) * v(2)^2 - (p(1) - 1); -4 * p(1) * v(1) * v(2)]);
%       sol = geoms (sys, [0 10], struct ('p', [1; 0], 'v', [0; 0.5]));
%
%   See also GEOMSSYS, GEOMSFCN_FORCE.
