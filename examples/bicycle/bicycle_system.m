function sys = bicycle_system ()
% BICYCLE_SYSTEM  The Whipple bicycle: rear wheel, frame with rider, fork, front wheel.
%   SYS = BICYCLE_SYSTEM () has the parameters of the benchmark of J. P. Meijaard,
%   J. M. Papadopoulos, A. Ruina, A. L. Schwab, "Linearized dynamics equations for the balance and
%   steer of a bicycle: a benchmark and review", Proc. R. Soc. A 463 (2007) 1955-1982, Table 1, and
%   its axes: x forward, y to the right, z down, the origin where the rear wheel touches the ground.
%
%   Both wheels are thin and roll without slip: two rows on positions, four on speeds. Of the 10
%   coordinates and 9 velocities 3 velocities are left: of lean, steer and forward.
%
%   See also RUN_BICYCLE, GEOMSADDJOINT.

w = 1.02;  c = 0.08;  lambda = pi / 10;         % wheel base, trail, tilt of the steer axis
rear = [0, 0, -0.3];  front = [w, 0, -0.35];    % centres of the wheels
steer = [sin(lambda), 0, cos(lambda)];          % the steer axis: it meets the ground at w + c,
head = [w + c, 0, 0] - 0.85 * steer;            % and goes through this point

tree = geomstree ('gravity', [0 0 9.81]);
tree = geomsaddbody (tree, 'frame', 'joint', 'free', 'q', [rear, 1 0 0 0], 'mass', 85, 'com', ...
    [0.3 0 -0.9] - rear, 'inertia', [9.2 11 2.8 0 2.4 0], 'shape', {'line', frame(head - rear)});
tree = geomsaddbody (tree, 'rear', 'parent', 'frame', 'axis', 'y', 'mass', 2, 'inertia', ...
    [0.0603 0.12 0.0603]);
tree = geomsaddbody (tree, 'fork', 'parent', 'frame', 'at', head - rear, 'axis', steer, 'mass', ...
    4, 'com', [0.9 0 -0.7] - head, 'inertia', [0.05892 0.06 0.00708 0 -0.00756 0], 'shape', ...
    {'line', fork(front - head)});
tree = geomsaddbody (tree, 'front', 'parent', 'fork', 'at', front - head, 'axis', 'y', 'mass', ...
    3, 'inertia', [0.1405 0.28 0.1405]);
tree = geomsaddjoint (tree, 'rolling', 'rear', 'ground', 'radius', 0.3, 'normal', [0 0 -1], ...
    'name', 'rear tyre');
tree = geomsaddjoint (tree, 'rolling', 'front', 'ground', 'radius', 0.35, 'normal', [0 0 -1], ...
    'name', 'front tyre');
sys = geomssys (tree);

end

% lines of the frame with the rider on it, seen from the centre of the rear wheel
function P = frame (head)
crank = [0.42 0 0];  saddle = [0.24 0 -0.6];  gap = NaN (1, 3);
neck = [0.42 0 -1.15];  hand = head + [-0.12 0 -0.2];
P = [0 0 0; crank; head; saddle; crank; gap; saddle; 0 0 0; gap; saddle; neck; hand; gap; ...
    neck; neck + [0.05 0 -0.25]; gap; saddle; 0.5 0 -0.4; crank];
end

% of the fork, seen from the head
function P = fork (wheel)
top = [-0.05 0 -0.15];  gap = NaN (1, 3);
P = [wheel; 0 0 0; top; gap; top + [-0.07 -0.25 -0.05]; top + [0 -0.2 0]; top + [0 0.2 0]; ...
    top + [-0.07 0.25 -0.05]];
end
