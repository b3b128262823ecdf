function one = mixed_systems (number)
%MIXED_SYSTEMS  One of the systems of MIXED_CASE, or how many there are: those of STRENGTH_SYSTEMS and of the examples.
%   Fields as those of STRENGTH_SYSTEMS. They are made when they are first asked for.

persistent kept
list = examples ();
count = numel (strength_systems ());
if nargin == 0
    one = count + size (list, 1);
    return
elseif number <= count
    one = strength_systems ();
    one = one(number);
    return
end
i = number - count;
if isempty (kept)
    kept = cell (size (list, 1), 1);
    root = fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples');
    folders = unique (list(:, 1));
    for j = 1:numel (folders)
        addpath (fullfile (root, folders{j}));
    end
end
if isempty (kept{i})
    [sys, x0] = list{i, 2} ();
    kept{i} = struct ('name', list{i, 1}, 'sys', sys, 'x0', x0, 'tend', list{i, 3}, 'large', list{i, 4});
end
one = kept{i};

end

function list = examples ()
list = {
    'andrews', @() deal(geomssys (andrews_bodies ()), struct ()), 1e-3, false
    'bicycle', @bicycle, 0.05, true
    'bricard', @() start_of(@bricard_system), 0.05, true
    'bridge', @bridge, 0.01, true
    'cable', @() deal(cable_system (25), struct ()), 0.02, true
    'cam', @() deal(cam_system (10), struct ()), 0.02, true
    'gripper', @() deal(gripper_system (), struct ()), 0.02, true
    'massless', @() start_of(@() links_system (true)), 0.02, true
    'nonholonomic', @() start_of(@() sleigh_system (1, 0.5, 1)), 0.1, false
    'odae', @() start_of(@() circle_system (0.1)), 0.2, false
    'pendulum', @() deal(pendulum_residual (9.81, 1, 1), struct ('p', [1; 0])), 0.1, false
    'quadcopter', @() deal(quadcopter_system (), struct ()), 0.05, true
    'robotarm', @() deal(arm_system (true), struct ()), 0.05, true
    'slidercrank', @() start_of(@slidercrank_system), 1e-3, false
    'truck', @() start_of(@truck_system), 0.02, true
    'walker', @() deal(walker_system (), struct ()), 0.02, true};
end

function [sys, x0] = start_of (fcn)
[sys, x0] = fcn ();
end

function [sys, x0] = bicycle ()
sys = bicycle_system ();
x0 = struct ();
end

function [sys, x0] = bridge ()
[sys, b] = bridge_system (6);
x0 = struct ('p', b.p);
end
