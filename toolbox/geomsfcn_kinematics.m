%GEOMSFCN_KINEMATICS  Matrix Z that leads from velocities to the derivatives of positions.
%   Z = kinematics (t, p) returns the matrix in p' = Z v.
%     t   scalar                 vectorized: 1 x k
%     p   np x 1                             np x k
%     Z   np x nv                            np x nv x k, or np x nv if it is constant
%   It is needed where v is not p': for angular velocities, velocities along a blade, ... Without it
%   p' = v. The numbers np and nv may differ: a unit quaternion has four components and three
%   angular velocities.
%
%   The forces of constraints are then Z'G' lambda and Z'H' mu, in the directions of v, with G and H
%   still in the directions of p; the mass matrix is nv x nv.
%
%   The function may take z and q as further arguments, see GEOMSFCN_FORCE.
%
%   Example: a free body; p is a unit quaternion, v the angular velocity in the axes of the body
%       % moments of inertia 1, 2, 3; the norm of p is an invariant
%       E = @(p) [-p(2:4)'; p(1)*eye(3) + [0 -p(4) p(3); p(4) 0 -p(2); -p(3) p(2) 0]];
%       sys = geomssys ('mass', [1 2 3], 'force', @(t,p,v) -cross (v, [1; 2; 3] .* v), ...
%           'kinematics', @(t,p) E(p) / 2, 'invariant', @(t,p,v) p'*p - 1);
%       sol = geoms (sys, [0 10], struct ('p', [1; 0; 0; 0], 'v', [0.01; 1; 0]));
%
%   See also GEOMSSYS, GEOMSFCN_INVARIANT, GEOMSFCN_MASS.
