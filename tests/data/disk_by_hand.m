function [sys, x0] = disk_by_hand ()
% DISK_BY_HAND  A disk that rolls on an incline, as disk_system, with H and the derivative of H v by hand.
%
%   [sys, x0] = disk_by_hand ()
%
%   Functions for many points at once, that are called.

gs = 4.905;
Om = 1;
w0 = 2;

sys = geomssys ( ...
    'mass', [1; 1; 0.25; 0.5], ...
    'force', @(t, p, v) [gs; 0; 0; 0] * ones (1, numel (t)), ...
    'nonholonomic', @(t, p, v) ...
        [v(1, :) - cos(p(3, :)) .* v(4, :); v(2, :) - sin(p(3, :)) .* v(4, :)], ...
    'nonholonomicJacobian', @(t, p) jacobian (p(3, :)), ...
    'nonholonomicAcceleration', @(t, p, v) ...
        [sin(p(3, :)) .* v(3, :) .* v(4, :); -cos(p(3, :)) .* v(3, :) .* v(4, :)], ...
    'autonomous', true, 'vectorized', true, 'derive', 'off');
x0 = struct ('p', zeros (4, 1), 'v', [w0; 0; Om; w0]);

end

function H = jacobian (phi)
H = repmat ([1 0 0 0; 0 1 0 0], [1, 1, numel(phi)]);
H(1, 4, :) = -cos (phi);
H(2, 4, :) = -sin (phi);
end
