function [x, R, J] = sixaxis_place (arm, q)
% SIXAXIS_PLACE  Place x and rotation R of the tool, and the Jacobian J of its velocity and rotation.
%   [x; w] = J q', in axes of the ground. ARM has origin and turn, frames of the joints in the links
%   before them, and axis; see SIXAXIS_SYSTEM.
%
%   See also SIXAXIS_PATH.

n = numel (q);
x = zeros (3, 1);
R = eye (3);
axis = zeros (3, n);
at = zeros (3, n);
for i = 1:n + 1
    x = x + R * arm.origin(:, i);
    R = R * arm.turn(:, :, i);
    if i <= n
        axis(:, i) = R * arm.axis(:, i);
        at(:, i) = x;
        R = R * sixaxis_turn (arm.axis(:, i), q(i));
    end
end
J = [cross(axis, x(:, ones (1, n)) - at); axis];

end
