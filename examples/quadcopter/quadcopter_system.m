function [sys, craft] = quadcopter_system (how)
% QUADCOPTER_SYSTEM  A craft with four propellers whose thrusts are functions of time.
%   [SYS, CRAFT] = QUADCOPTER_SYSTEM () is one free body of mass m with four points r_k, at each of
%   which acts along the body's z
%
%       T_k (t) = m g / 4 + 0.05 sin (2 t + k),   and about z the drag  (-1)^k 0.016 T_k
%
%   QUADCOPTER_SYSTEM ('handles') gives T_k as function handles, which are called once for all
%   times of an evaluation; QUADCOPTER_SYSTEM ('tables') as tables of 601 values on [-1, 11],
%   through which splines go that are evaluated natively. CRAFT is a struct with mass, J, gravity,
%   arms (3 x 4), drag, and thrust, a function of t that returns 4 x 1.
%
%   See also RUN_QUADCOPTER, GEOMSADDFORCE.

if nargin < 1, how = 'handles'; end
craft = struct ('mass', 1.2, 'J', [0.01; 0.01; 0.02], 'gravity', 9.81, ...
    'arms', 0.2 * [1 0 -1 0; 0 1 0 -1; 0 0 0 0], 'drag', 0.016, ...
    'thrust', @(t) 2.943 + 0.05 * sin (2 * t + (1:4)'));
tree = geomsaddbody (geomstree ('gravity', [0 0 -craft.gravity]), 'craft', 'joint', 'free', ...
    'mass', craft.mass, 'inertia', craft.J, 'q', [0 0 1  1 0 0 0]);
times = linspace (-1, 11, 601);
for k = 1:4
    thrust = @(t) 2.943 + 0.05 * sin (2 * t + k);
    lift = @(t) [0 0 1] * thrust (t);
    drag = @(t) [0 0 (-1)^k] * craft.drag * thrust (t);
    if strcmp (how, 'tables')
        lift = [times; [0; 0; 1] * thrust(times)];
        drag = [times; [0; 0; (-1)^k] * craft.drag * thrust(times)];
    end
    tree = geomsaddforce (tree, 'force', {'craft', craft.arms(:, k)}, 'value', lift, 'axes', ...
        'body', 'name', sprintf ('propeller %d', k));
    tree = geomsaddforce (tree, 'torque', 'craft', 'value', drag, 'axes', 'body', 'name', ...
        sprintf ('drag %d', k));
end
sys = geomssys (tree);

end
