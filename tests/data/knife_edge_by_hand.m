function [sys, x0] = knife_edge_by_hand ()
% KNIFE_EDGE_BY_HAND  A knife edge on an incline, as knife_edge_system, with H and the derivative of H v by hand.
%
%   [sys, x0] = knife_edge_by_hand ()
%
%   Functions for many points at once, that are called.

gs = 4.905;
w = 1;
u0 = 0;
m = 1;
J = 1;

sys = geomssys ( ...
    'mass', [m; m; J], ...
    'force', @(t, p, v) [m * gs; 0; 0] * ones (1, numel (t)), ...
    'nonholonomic', @(t, p, v) sin (p(3, :)) .* v(1, :) - cos (p(3, :)) .* v(2, :), ...
    'nonholonomicJacobian', @(t, p) reshape ([sin(p(3, :)); -cos(p(3, :)); 0 * t], 1, 3, []), ...
    'nonholonomicAcceleration', @(t, p, v) ...
        (cos (p(3, :)) .* v(1, :) + sin (p(3, :)) .* v(2, :)) .* v(3, :), ...
    'autonomous', true, 'vectorized', true, 'derive', 'off');
x0 = struct ('p', [0; 0; 0], 'v', [u0; 0; w]);

end
