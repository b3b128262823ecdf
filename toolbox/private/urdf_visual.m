function [shape, mesh] = urdf_visual (doc, of)
%URDF_VISUAL  Lines of all <visual> of a link in its frame, n x 3, NaN between them; whether there are
%   meshes, which are left out.

shape = zeros (0, 3);
mesh = false;
list = doc.children{of};
for visual = list(strcmp (doc.name(list), 'visual'))
    geometry = urdf_child (doc, visual, 'geometry', true);
    [x, rpy] = urdf_pose (doc, visual);
    for at = doc.children{geometry}
        P = lines_of (doc, at);
        mesh = mesh || strcmp (doc.name{at}, 'mesh');
        if ~isempty (P)
            P = reshape (tree_angles (rpy'), 3, 3) * P + repmat (x', 1, size (P, 2));
            shape = [shape; NaN(~isempty (shape), 3); P']; %#ok<AGROW>
        end
    end
end

end

% 3 x n, around the origin
function P = lines_of (doc, of)
P = [];
size_of = @(name, count) urdf_numbers (doc, of, name, count, []);
switch doc.name{of}
    case 'box'
        P = anim_shape ({'box', size_of('size', 3)', [0; 0; 1]}, zeros (3, 1), false);
    case 'cylinder'
        P = anim_shape ({'cylinder', [size_of('radius', 1); size_of('length', 1); 0], [0; 0; 1]}, ...
            zeros (3, 1), false);
    case 'sphere'
        P = anim_shape ({'sphere', [size_of('radius', 1); 0; 0], [0; 0; 1]}, zeros (3, 1), false);
end
end
