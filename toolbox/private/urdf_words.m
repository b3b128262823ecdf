function [children, attributes] = urdf_words (name)
%URDF_WORDS  What may stand in an element of URDF that is read, both {} for all others.

persistent list
if isempty (list)
    list = {
    'robot', {'link', 'joint', 'material', 'transmission', 'gazebo', 'ros2_control', 'sensor'}, ...
        {'name', 'version'}
    'link', {'inertial', 'visual', 'collision', 'gazebo', 'sensor'}, {'name', 'type'}
    'inertial', {'origin', 'mass', 'inertia'}, {}
    'origin', {}, {'xyz', 'rpy'}
    'mass', {}, {'value'}
    'inertia', {}, {'ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'}
    'visual', {'origin', 'geometry', 'material'}, {'name'}
    'geometry', {'box', 'cylinder', 'sphere', 'mesh'}, {}
    'box', {}, {'size'}
    'cylinder', {}, {'radius', 'length'}
    'sphere', {}, {'radius'}
    'joint', {'origin', 'parent', 'child', 'axis', 'calibration', 'dynamics', 'limit', 'mimic', ...
        'safety_controller'}, {'name', 'type'}
    'parent', {}, {'link'}
    'child', {}, {'link'}
    'axis', {}, {'xyz'}
    'dynamics', {}, {'damping', 'friction'}
    'limit', {}, {'lower', 'upper', 'effort', 'velocity', 'acceleration', 'deceleration', 'jerk'}
    'mimic', {}, {'joint', 'multiplier', 'offset'}};
end
at = strcmp (name, list(:, 1));
children = [list{at, 2}, cell(1, 0)];
attributes = [list{at, 3}, cell(1, 0)];

end
