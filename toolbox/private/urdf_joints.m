function joints = urdf_joints (doc, links)
%URDF_JOINTS  The joints of a file: struct array with
%     name, line, type
%     parent, child        numbers of links
%     at, turn, axis       rows, see GEOMSADDBODY; axis is [1 0 0] where none is given
%     damping, friction    default 0
%     lower, upper         -Inf, Inf without <limit> and of types that have none
%     effort, velocity     limits, Inf where there are none
%     mimic, multiplier, offset   name of another joint, '' without <mimic>

list = doc.children{1};
list = list(strcmp (doc.name(list), 'joint'));
joints = struct ('name', {}, 'line', {}, 'type', {}, 'parent', {}, 'child', {}, 'at', {}, 'turn', ...
    {}, 'axis', {}, 'damping', {}, 'friction', {}, 'lower', {}, 'upper', {}, 'effort', {}, ...
    'velocity', {}, 'mimic', {}, 'multiplier', {}, 'offset', {});
names = {links.name};
for i = 1:numel (list)
    joints(i) = joint_of (doc, list(i), names);
end
urdf_check_names (doc.file, joints, 'joint');

end

function joint = joint_of (doc, of, names)
joint = struct ('name', urdf_attribute (doc, of, 'name'), 'line', doc.line(of), 'type', ...
    type_of (doc, of), 'parent', link_of (doc, of, 'parent', names), 'child', ...
    link_of (doc, of, 'child', names));
[joint.at, joint.turn] = urdf_pose (doc, of);
joint.axis = urdf_numbers (doc, urdf_child (doc, of, 'axis', false), 'xyz', 3, [1 0 0]);
dynamics = urdf_child (doc, of, 'dynamics', false);
joint.damping = not_negative (doc, dynamics, 'damping');
joint.friction = not_negative (doc, dynamics, 'friction');
joint = limited (doc, of, joint);
mimic = urdf_child (doc, of, 'mimic', false);
joint.mimic = '';
if mimic > 0
    joint.mimic = urdf_attribute (doc, mimic, 'joint');
end
joint.multiplier = urdf_numbers (doc, mimic, 'multiplier', 1, 1);
joint.offset = urdf_numbers (doc, mimic, 'offset', 1, 0);
end

function type = type_of (doc, of)
type = urdf_attribute (doc, of, 'type');
known = {'revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'};
if ~any (strcmp (type, known))
    urdf_fail (doc.file, doc.line(of), 'geoms:urdf:joint', ...
        '%s has the unknown type ''%s''. %s', urdf_where (doc, of), type, ...
        check_nearest (type, known));
end
end

function number = link_of (doc, of, side, names)
at = urdf_child (doc, of, side, true);
name = urdf_attribute (doc, at, 'link');
number = find (strcmp (name, names), 1);
if isempty (number)
    urdf_fail (doc.file, doc.line(at), 'geoms:urdf:link', ['the %s of %s, ''%s'', is no link of ', ...
        'this file. %s'], side, urdf_where (doc, of), name, check_nearest (name, names));
end
end

function value = not_negative (doc, of, name)
value = urdf_numbers (doc, of, name, 1, 0);
if value < 0
    urdf_fail (doc.file, doc.line(of), 'geoms:urdf:number', ['''%s'' of <dynamics> is %g; it must ', ...
        'not be negative.'], name, value);
end
end

% 0 where <limit> does not tell, as URDF has it
function joint = limited (doc, of, joint)
at = urdf_child (doc, of, 'limit', false);
joint.lower = -Inf;
joint.upper = Inf;
joint.effort = urdf_numbers (doc, at, 'effort', 1, Inf);
joint.velocity = urdf_numbers (doc, at, 'velocity', 1, Inf);
if at > 0 && any (strcmp (joint.type, {'revolute', 'prismatic'}))
    joint.lower = urdf_numbers (doc, at, 'lower', 1, 0);
    joint.upper = urdf_numbers (doc, at, 'upper', 1, 0);
    if joint.lower > joint.upper
        urdf_fail (doc.file, doc.line(at), 'geoms:urdf:limit', ['%s has the limits %g and %g: the ', ...
            'lower one is above the upper one.'], urdf_where (doc, of), joint.lower, joint.upper);
    end
end
end
