%GEOMSFCN_EOM  Reduced derivative array of the residual form.
%   rda = eom (t, x) returns all equations of motion and the hidden constraints, as the subroutine
%   EOM of the GEOMS manual does:
%     x   = [w; lambda; mu; r; v; s; p]                     (n x 1, vectorized: n x k)
%     rda = [d; gII; hI; gI; h; e; c; g; b; fdyn; fkin]     (m x 1, vectorized: m x k)
%   with
%     d     nw   auxiliary equations                  0 = d
%     gII   nl   second time derivative of g, with v' = M \ fdyn
%     hI    nm   time derivative of h, with v' = M \ fdyn
%     gI    nl   time derivative of g
%     h     nm   nonholonomic constraints             0 = h
%     e     ni   solution invariants                  0 = e
%     c     ns   contact equations                    0 = c
%     g     nl   holonomic constraints                0 = g
%     b     nr   dynamical force elements             r' = b
%     fdyn  nv   right-hand side                      M v' = fdyn = f - Z'G' lambda - Z'H' mu
%     fkin  np   right-hand side                      p' = fkin = Z v
%   For Formulation 'psi1' the rows gII and hI may be left out.
%
%   rda = eom (t, x, q) gets the parameters, if the system was described with 'parameters'.
%
%   Example: a pendulum, x = [lambda; v1; v2; p1; p2]
%       rda = @(t,x) [ ...
%           2*(x(2:3)'*x(2:3)) - 2*9.81*x(5) - 4*x(1)*(x(4:5)'*x(4:5)); ...
%           2*(x(4:5)'*x(2:3)); ...
%           x(4:5)'*x(4:5) - 1; ...
%           -2*x(4)*x(1); -9.81 - 2*x(5)*x(1); ...
%           x(2:3)];
%       sys = geomssys ('dims', struct ('np', 2, 'nv', 2, 'nl', 1), 'eom', rda, 'mass', eye (2));
%       sol = geoms (sys, [0 10], [0; 0; 0; 1; 0]);
%
%   See also GEOMSSYS, GEOMSFCN_JAC, GEOMSFCN_IVCOND, GEOMSFCN_MASS.
