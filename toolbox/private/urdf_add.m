function tree = urdf_add (tree, file, links, joints, root, base, limits)
%URDF_ADD  Links and joints of a file (URDF_LINKS, URDF_JOINTS, parents first) as bodies of a tree, with
%   damping and friction, couplings for <mimic>, and stops where limits has stiffnesses.

names = urdf_names (file, links);
joint = 'fixed';
if strcmp (base, 'free')
    joint = 'free';
end
of_root = of_link (links(root));
tree = called (file, links(root).line, @() geomsaddbody (tree, names{root}, 'joint', joint, ...
    of_root{:}));
[q, other] = urdf_mimic (file, joints);
for j = 1:numel (joints)
    options = [of_joint(joints(j), q(j)), of_link(links(joints(j).child))];
    tree = called (file, joints(j).line, @() geomsaddbody (tree, names{joints(j).child}, 'parent', ...
        names{joints(j).parent}, options{:}));
end
for j = reshape (find (~strcmp ({joints.type}, 'fixed')), 1, [])
    name = names{joints(j).child};
    tree = called (file, joints(j).line, @() with_forces (tree, joints(j), name, limits, file));
    if other(j) > 0
        pair = {name, names{joints(other(j)).child}};
        tree = called (file, joints(j).line, @() geomsaddjoint (tree, 'coupling', pair, ...
            [1, -joints(j).multiplier], 'offset', joints(j).offset, 'name', [name, ' mimic']));
    end
end

end

% an error says where in the file its cause is
function tree = called (file, line, add)
try
    tree = add ();
catch e
    if ~strncmp (e.identifier, 'geoms:tree:', 11)
        rethrow (e);
    end
    urdf_fail (file, line, e.identifier, '%s', e.message);
end
end

function list = of_link (link)
list = {'mass', link.mass, 'com', link.com, 'inertia', link.inertia};
if ~isempty (link.shape)
    list = [list, {'shape', {'line', link.shape}}];
end
end

function list = of_joint (joint, q)
kinds = {'revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'
    'revolute', 'revolute', 'prismatic', 'fixed', 'free', 'planar'};
at = strcmp (joint.type, kinds(1, :));
list = {'joint', kinds{2, at}, 'at', joint.at, 'turn', joint.turn};
if ~any (strcmp (joint.type, {'fixed', 'floating'}))
    list = [list, {'axis', joint.axis}];
end
if any (strcmp (joint.type, {'revolute', 'continuous', 'prismatic'}))
    list = [list, {'q', q}];
end
end

function tree = with_forces (tree, joint, name, limits, file)
losses = {'damping', joint.damping, 'friction', joint.friction};
losses = losses([joint.damping, joint.damping, joint.friction, joint.friction] > 0);
if ~isempty (losses)
    tree = geomsaddforce (tree, 'joint', name, losses{:});
end
if ~isempty (limits) && isfinite (joint.upper - joint.lower)
    if joint.lower == joint.upper
        urdf_fail (file, joint.line, 'geoms:urdf:limit', ['joint ''%s'' has both limits at %g, and ', ...
            'no room between stops: give lower and upper, or make it fixed.'], joint.name, ...
            joint.lower);
    end
    tree = geomsaddforce (tree, 'stop', name, [joint.lower, joint.upper], 'stiffness', ...
        limits(1 + strcmp (joint.type, 'prismatic')), 'name', [name, ' stop']);
end
end
