function [x, rpy] = urdf_pose (doc, of)
%URDF_POSE  The <origin> in an element: place and angles, as rows; 0 where there is none.

at = urdf_child (doc, of, 'origin', false);
x = urdf_numbers (doc, at, 'xyz', 3, [0 0 0]);
rpy = urdf_numbers (doc, at, 'rpy', 3, [0 0 0]);

end
