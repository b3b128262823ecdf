function links = urdf_links (doc)
%URDF_LINKS  The links of a file: struct array with
%     name, line
%     mass, com, inertia   0, [0 0 0], 0 without <inertial>; inertia is 3 x 3, about the centre of mass,
%                          in the axes of the link: R I R', R from the rpy of <inertial>
%     shape                n x 3, lines in the frame of the link (GEOMSADDBODY), of all <visual>
%     mesh                 whether a mesh is left out

list = doc.children{1};
list = list(strcmp (doc.name(list), 'link'));
if isempty (list)
    urdf_fail (doc.file, doc.line(1), 'geoms:urdf:missing', '%s has no <link>.', urdf_where (doc, 1));
end
links = struct ('name', cell (1, numel (list)), 'line', [], 'mass', 0, 'com', [0 0 0], 'inertia', ...
    zeros (3), 'shape', zeros (0, 3), 'mesh', false);
for i = 1:numel (list)
    of = list(i);
    links(i).name = urdf_attribute (doc, of, 'name');
    links(i).line = doc.line(of);
    inertial = urdf_child (doc, of, 'inertial', false);
    if inertial > 0
        [links(i).mass, links(i).com, links(i).inertia] = mass_of (doc, inertial);
    end
    [links(i).shape, links(i).mesh] = urdf_visual (doc, of);
end
urdf_check_names (doc.file, links, 'link');

end

function [m, com, I] = mass_of (doc, of)
m = urdf_numbers (doc, urdf_child (doc, of, 'mass', true), 'value', 1, []);
[com, rpy] = urdf_pose (doc, of);
at = urdf_child (doc, of, 'inertia', true);
one = @(name) urdf_numbers (doc, at, name, 1, []);
I = [one('ixx'), one('ixy'), one('ixz'); 0, one('iyy'), one('iyz'); 0, 0, one('izz')];
I = I + triu (I, 1)';
R = reshape (tree_angles (rpy'), 3, 3);
I = R * I * R';
I = (I + I') / 2;
end
