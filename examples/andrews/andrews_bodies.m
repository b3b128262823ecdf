function tree = andrews_bodies ()
% ANDREWS_BODIES  Andrews' squeezing mechanism: seven bodies in the plane, three loops.
%   TREE = ANDREWS_BODIES () has the bodies K1 ... K7, driven by a torque of 0.033 on K1 against a
%   spring on K3. It is the problem of the IVP Test Set (index 3, 7 coordinates, 6 multipliers);
%   coordinates are angles of joints: beta, Theta - pi, ... differ from those of the Test Set by
%   constants and the order.
%
%   See also RUN_ANDREWS, GEOMSADDBODY, GEOMSADDJOINT, GEOMSADDFORCE.

A = [-0.06934 -0.00227];
B = [-0.03635 0.03273];
tree = geomstree ('planar', true, 'gravity', [0 0]);
list = {
    'K1', 'ground', [0 0], 0.04325, [0.00092 0], 2.194e-6, -0.0617138900142764
    'K2', 'K1', [0.007 0], 0.00365, [-0.0115 0], 4.410e-7, 0
    'K3', 'ground', B, 0.02373, [0.01874 0.01043], 5.255e-6, 0.455279819163070
    'K5', 'ground', A, 0.07050, [0.02308 0.00916], 1.169e-5, 0.487364979543843
    'K4', 'K5', [0.04 0], 0.00706, [0 -0.00579], 5.667e-7, 0.222668390165886
    'K7', 'ground', A, 0.05498, [0.01228 0.00449], 1.912e-5, 1.23054744454982
    'K6', 'K7', [0 -0.04], 0.00706, [0.00579 0], 5.667e-7, -0.222668390165886};
for k = list'
    tree = geomsaddbody (tree, k{1}, 'parent', k{2}, 'at', k{3}, 'mass', k{4}, 'com', k{5}, ...
        'inertia', k{6}, 'q', k{7});
end
ends = {'K3', [0 -0.035]; 'K4', [0 -0.02]; 'K6', [0.02 0]};
for i = 1:3
    tree = geomsaddjoint (tree, 'revolute', ends(i, :), {'K2', [-0.028 0]});
end
tree = geomsaddforce (tree, 'spring', {'ground', [0.014 0.072]}, {'K3', [0.02 -0.018]}, ...
    'stiffness', 4530, 'length', 0.07785);
tree = geomsaddforce (tree, 'joint', 'K1', 'torque', 0.033);

end
