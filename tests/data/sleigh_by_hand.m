function [sys, x0] = sleigh_by_hand ()
% SLEIGH_BY_HAND  The Chaplygin sleigh, as sleigh_system, with H and the derivative of H v by hand.
%
%   [sys, x0] = sleigh_by_hand ()
%
%   Functions for many points at once, that are called.

w0 = 1;
a = 1;
m = 1;

sys = geomssys ( ...
    'mass', @(t, p) inertia (p(3, :), a, m), ...
    'force', @(t, p, v) m * a * [v(3, :).^2 .* cos(p(3, :)); v(3, :).^2 .* sin(p(3, :)); 0 * t], ...
    'nonholonomic', @(t, p, v) cos (p(3, :)) .* v(2, :) - sin (p(3, :)) .* v(1, :), ...
    'nonholonomicJacobian', @(t, p) reshape ([-sin(p(3, :)); cos(p(3, :)); 0 * t], 1, 3, []), ...
    'nonholonomicAcceleration', @(t, p, v) ...
        -(cos (p(3, :)) .* v(1, :) + sin (p(3, :)) .* v(2, :)) .* v(3, :), ...
    'autonomous', true, 'vectorized', true, 'derive', 'off');
x0 = struct ('p', [0; 0; 0], 'v', [0; 0; w0]);

end

function M = inertia (theta, a, m)
k = numel (theta);
M = repmat (m * diag ([1, 1, 4 * a^2]), [1, 1, k]);
M(1, 3, :) = -m * a * sin (theta);
M(2, 3, :) = m * a * cos (theta);
M(3, 1, :) = M(1, 3, :);
M(3, 2, :) = M(2, 3, :);
end
