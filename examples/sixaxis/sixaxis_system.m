function [sys, arm] = sixaxis_system ()
% SIXAXIS_SYSTEM  An arm with six axes from a file in URDF, with computed torques along a path.
%   [SYS, ARM] = SIXAXIS_SYSTEM () reads sixaxis.urdf and fixes to its tool a payload, a point mass whose
%   mass is the parameter 'payload.mass'. The motors give
%
%       u = M (q) a + h (q, v) + friction,   a = q_d'' + 2 w (q_d' - v) + w^2 (q_d - q)
%
%   where M and h (SIXAXIS_TORQUES) are those of the arm with the payload that the controller believes
%   in, the parameter 'believed', and w is the parameter 'w': were M and h right, the error would obey
%   e'' + 2 w e' + w^2 e = 0. Friction is compensated at the velocity that is wanted: D v_d + C tanh
%   (v_d / 0.01); the arm's own changes its sign more sharply.
%
%   The controller is added as 'force' and recorded: a run does not call it. Parameters are [payload.mass,
%   believed, w], 0 kg, 0 kg and 60 / s.
%
%   ARM is a struct with origin, turn (frames of the joints and of the tool in the links before them), axis,
%   mass, com, inertia, load (place of the payload in the last link), gravity, damping, friction, effort
%   (largest torques in the file), way (SIXAXIS_PATH) and torques, a function @(t, q, v, parameters).
%
%   See also RUN_SIXAXIS, SIXAXIS_TORQUES, GEOMSTREE.

here = fileparts (mfilename ('fullpath'));
[tree, info] = geomstree ('urdf', fullfile (here, 'sixaxis.urdf'));
arm = arm_of (info);
tree = geomsaddbody (tree, 'payload', 'parent', 'tool', 'joint', 'fixed', 'com', [0 0 0.06], ...
    'shape', {'box', [0.08 0.08 0.12]});
tree = geomsaddbody (tree, 'pane', 'joint', 'fixed', 'shape', {'line', arm.way.x'});
sys = geomssys (tree, 'force', @(t,p,v,q) arm.torques (t, p, v, q), 'parameters', ...
    {'payload.mass', 'believed', 0, 'w', 60});

end

function arm = arm_of (info)
links = info.links(2:7);
joints = info.joints;
arm = struct ('origin', vertcat (joints.at)', 'turn', zeros (3, 3, 7), 'axis', ...
    vertcat (joints(1:6).axis)', 'mass', [links.mass], 'com', vertcat (links.com)', 'inertia', ...
    cat (3, links.inertia), 'load', [0; 0.0823 + 0.06; 0], 'gravity', 9.81, 'damping', ...
    [joints(1:6).damping]', 'friction', [joints(1:6).friction]', 'effort', [joints(1:6).effort]');
e = eye (3);
for i = 1:7
    r = joints(i).turn;
    arm.turn(:, :, i) = sixaxis_turn (e(:, 3), r(3)) * sixaxis_turn (e(:, 2), r(2)) ...
        * sixaxis_turn (e(:, 1), r(1));
end
arm.way = sixaxis_path (arm);
arm.torques = @(t, p, v, q) motors (arm, t, p, v, q(2), q(3));
end

function u = motors (arm, t, p, v, believed, w)
v_d = arm.way.v_of(t);
a = arm.way.a_of(t) + 2 * w * (v_d - v) + w^2 * (arm.way.q_of(t) - p);
u = sixaxis_torques (arm, p, v, a, believed) + arm.damping .* v_d ...
    + arm.friction .* tanh (v_d / 0.01);
end
