function [sys, x0] = plane_system (which, mi)
% PLANE_SYSTEM  The two test problems of Section 4 of Arnold: point masses in the plane, Figure 3.
%   [SYS, X0] = PLANE_SYSTEM ('upper', MI): body i of the mass MI hangs on the ground by springs and
%   dampers along x and y, body j of the mass 2 on it by a spring and damper along x, freely along
%   y; (c_ix, c_iy, c_jx) = (100, 80, 50), (d_ix, d_iy, d_jx) = (0.5, 0.4, 0.3):
%
%       MI p_ix''  = - d_ix p_ix' - c_ix p_ix + d_jx q_jx' + c_jx q_jx
%       MI p_iy''  = - d_iy p_iy' - c_iy p_iy
%       m_j p_jx'' = - d_jx q_jx' - c_jx q_jx
%       m_j p_jy'' = 0
%
%   with q_j = p_j - p_i. PLANE_SYSTEM ('lower', MI): p_jx = p_ix + 0.2 instead of the spring
%   between them. X0: q_i = (0.05, 0.02), q_j = (0.03, 0.1), p_j' = (0, 0.3), p_i' as the equations
%   of first order of MI = 0 need it. (Of 'lower', p_ix' = p_jx' = 0.)
%
%   A motion along two directions is one of two bodies, the first of them without mass.
%
%   See also RUN_MASSLESS, GEOMSADDBODY.

slide = @(axis) {'joint', 'prismatic', 'axis', axis};
tree = geomstree ('planar', true, 'gravity', [0 0]);
x = slide ('x');
y = slide ('y');
tree = geomsaddbody (tree, 'ix', x{:});
tree = geomsaddbody (tree, 'iy', 'parent', 'ix', y{:}, 'mass', mi);
w = [0; -80 * 0.02 / 0.4];
if strcmp (which, 'upper')
    tree = geomsaddbody (tree, 'jx', 'parent', 'iy', x{:});
    tree = geomsaddbody (tree, 'jy', 'parent', 'jx', y{:}, 'mass', 2);
    tree = geomsaddforce (tree, 'joint', 'jx', 'stiffness', 50, 'damping', 0.3);
    w(1) = (-100 * 0.05 + 50 * 0.03) / (0.5 + 0.3);
    x0 = struct ('p', [0.05; 0.02; 0.03; 0.1], 'v', [w; -w(1); 0.3 - w(2)]);
else
    tree = geomsaddbody (tree, 'jy', 'parent', 'iy', 'at', [0.2 0], y{:}, 'mass', 2);
    x0 = struct ('p', [0.05; 0.02; 0.1], 'v', [w; 0.3 - w(2)]);
end
tree = geomsaddforce (tree, 'joint', 'ix', 'stiffness', 100, 'damping', 0.5);
tree = geomsaddforce (tree, 'joint', 'iy', 'stiffness', 80, 'damping', 0.4);
sys = geomssys (tree);

end
