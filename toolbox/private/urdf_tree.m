function [tree, info] = urdf_tree (tree, given)
%URDF_TREE  The bodies and joints of a file in URDF, added to an empty tree, and what the file says
%   beside them, see GEOMSTREE.

[base, limits] = options (given);
doc = urdf_xml (urdf_read (given.urdf), given.urdf);
check_robot (doc);
links = urdf_links (doc);
joints = urdf_joints (doc, links);
[root, order] = urdf_order (doc.file, links, joints);
joints = joints(order);
tree = urdf_add (tree, doc.file, links, joints, root, base, limits);
info = told (doc, links, joints, root);
tell (doc, links);

end

function [base, limits] = options (given)
base = 'fixed';
if isfield (given, 'base')
    base = given.base;
end
if ~ischar (base) || ~any (strcmp (base, {'fixed', 'free'}))
    error ('geoms:tree:value', 'geomstree: ''base'' must be ''fixed'' or ''free'', not %s.', ...
        check_described (base));
end
limits = [];
if isfield (given, 'limits')
    limits = given.limits;
    if isnumeric (limits) && numel (limits) == 1
        limits = [limits, limits];
    end
    limits = tree_numbers (limits, 2, '''limits''', 'geomstree');
    if any (limits <= 0)
        error ('geoms:tree:value', ['geomstree: ''limits'' must be positive, the stiffness of ', ...
            'stops of rotations and of slides, not %s.'], check_described (given.limits));
    end
end
end

function check_robot (doc)
prefix = strncmp (doc.name, 'xacro:', 6);
if any (prefix)
    at = find (prefix, 1);
    urdf_fail (doc.file, doc.line(at), 'geoms:urdf:xacro', ['<%s> is xacro: expand the file first, ', ...
        'xacro FILE.xacro > FILE.urdf.'], doc.name{at});
elseif ~strcmp (doc.name{1}, 'robot')
    urdf_fail (doc.file, doc.line(1), 'geoms:urdf:missing', ['the outermost element must be ', ...
        '<robot>, not <%s>: this is no URDF.'], doc.name{1});
end
end

function info = told (doc, links, joints, root)
at = strcmp (doc.words{1}, 'name');
info = struct ('robot', [doc.values{1}{at}, ''], 'root', links(root).name, 'links', [], 'joints', []);
bodies = urdf_names (doc.file, links);
order = [root, joints.child];
info.links = rmfield (links(order), {'line', 'shape', 'mesh'});
[info.links.body] = bodies{order};
info.joints = rmfield (joints, {'line', 'parent', 'child'});
[info.joints.body] = bodies{[joints.child]};
[info.joints.parent] = bodies{[joints.parent]};
end

function tell (doc, links)
meshes = {links([links.mesh]).name};
if ~isempty (meshes)
    warning ('geoms:urdf:mesh', ['%s: meshes are not read; %d links, ''%s'' among them, are drawn ', ...
        'without.'], doc.file, numel (meshes), meshes{1});
end
lines = urdf_ignored (doc);
if ~isempty (lines)
    rest = '';
    if numel (lines) > 5
        rest = sprintf (', and %d more', numel (lines) - 5);
    end
    warning ('geoms:urdf:ignored', '%s: not known, and left out: %s%s.', doc.file, ...
        strjoin (lines(1:min (end, 5)), '; '), rest);
end
end
