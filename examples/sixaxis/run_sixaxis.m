function result = run_sixaxis (file, film, masses)
% RUN_SIXAXIS  A robot from a URDF file follows a path by computed torques: which payload must it know?
%   RESULT = RUN_SIXAXIS (FILE, FILM, MASSES) reads an arm with six axes from sixaxis.urdf and lets its tool
%   put glue on the rim of a pane, in 4 s (SIXAXIS_SYSTEM, SIXAXIS_PATH), with payloads MASSES (default
%   0:0.25:5 kg) and a controller that believes in none, in one of 2.5 kg, or knows it. It prints
%
%       model       largest difference of the controller's M (q) a + h (q, v) from the terms of the system
%                   (GEOMSTERMS), in Nm
%       distance    largest distance of the tool from its path, in mm, for payloads of 0, 1, 2.5, 4, 5 kg
%       torque      largest torque in parts of that in the file, which joint, the largest power of all
%                   motors, with 5 kg
%   and answers: with which payloads does the tool keep to its path within 1 mm?
%
%   With FILE given and not empty it draws distances and torques into a PNG file; with FILM the motion
%   with 5 kg, of which the controller knows nothing, into a GIF file.
%
%   What to expect: with a payload that is known friction is left, 0.2 to 0.4 mm. A controller that knows
%   nothing of it keeps 1 mm up to a quarter of a kg only: the payload is heavy beside the wrist. One that
%   believes in 2.5 kg does so from 0.9 to 4.1 kg. So the payload must be told, to 1.5 kg. The motors have
%   what 5 kg take: 60 % of the torque, 100 W together. Rotors of motors, which URDF does not tell, are left
%   out. No run calls a function.
%
%   RESULT has fields model, payload, believed, distance (3 x payloads, mm), holds (3 x 2, kg), t, torque,
%   power.
%
%   Takes about 5 s.
%
%   See also SIXAXIS_SYSTEM, GEOMSTREE, GEOMSSWEEP.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end
if nargin < 3, masses = 0:0.25:5; end

[sys, arm] = sixaxis_system ();
result = struct ('model', compare (sys, arm), 'payload', masses, 'believed', {{'0', '2.5', 'all'}});
fprintf ('\nArm with six axes, a path in 4 s; its model: %.1e Nm\n\n', result.model);
result.distance = distances (sys, arm, masses);
result.holds = within (masses, result.distance, 1);
tell (result);
[result.t, result.torque, result.power] = torques (sys, arm, [5; 5; 60]);
answer (result, arm);
if ~isempty (file)
    write_picture (file, [1000 420], @() draw (result, arm));
    fprintf ('The picture: %s\n', file);
end
if ~isempty (film)
    sys = geomssys (sys, 'parameters', [5; 0; 60]);
    geomsanimate (follow (sys, arm), sys, 'Trace', 'tool', 'File', film, 'View', [50 25]);
    fprintf ('The film: %s\n', film);
end

end

% at states along the path and beside it
function worst = compare (sys, arm)
worst = 0;
sys = geomssys (sys, 'parameters', [3; 0; 0]);
k = (1:6)';
for t = [0.3 1.7 2.9]
    q = arm.way.q_of(t) + 0.1 * sin (k);
    v = arm.way.v_of(t) + 0.3 * cos (k);
    a = 5 * sin (k + t);
    terms = geomsterms (sys, t, struct ('p', q, 'v', v));
    friction = -arm.damping .* v - arm.friction .* tanh (v / 1e-3);
    control = arm.torques(t, q, v, [3; 0; 0]);
    found = terms.M * a - (terms.f - friction - control);
    worst = max ([worst; abs(found - sixaxis_torques (arm, q, v, a, 3))]);
end
end

function sol = follow (sys, arm)
sol = geoms (sys, linspace (0, 4, 161), start (arm), 'RelTol', 1e-5, 'AbsTol', 1e-7);
end

function x0 = start (arm)
x0 = struct ('p', arm.way.q(:, 1), 'v', zeros (6, 1));
end

% a row for each belief
function distance = distances (sys, arm, masses)
n = numel (masses);
Q = [repmat(masses, 1, 3); zeros(1, n), 2.5 * ones(1, n), masses; 60 * ones(1, 3 * n)];
sols = geomssweep (sys, arm.way.t, start (arm), Q, 'RelTol', 1e-5, 'AbsTol', 1e-7);
distance = zeros (n, 3);
for k = 1:3 * n
    m = geomsmotion (sols(k), geomssys (sys, 'parameters', Q(:, k)), 'tool');
    distance(k) = 1000 * max (sqrt (sum ((m.x - arm.way.x) .^ 2, 1)));
end
distance = distance';
end

% first and last payload, by lines between the runs, NaN where there is none
function holds = within (masses, distance, most)
holds = NaN (size (distance, 1), 2);
fine = linspace (masses(1), masses(end), 2001);
for i = 1:size (distance, 1)
    good = fine(interp1 (masses, distance(i, :), fine) <= most);
    if ~isempty (good)
        holds(i, :) = good([1 end]);
    end
end
end

function tell (r)
shown = [0 1 2.5 4 5];
fprintf ('  %-22s', 'payload, kg');
fprintf ('%7.1f', shown);
words = {'believes in 0', 'believes in 2.5', 'knows it'};
for i = 1:3
    fprintf ('\n  %-22s', [words{i}, ', mm']);
    fprintf ('%7.2f', interp1 (r.payload, r.distance(i, :), shown));
end
fprintf ('\n\n');
end

function [t, u, power] = torques (sys, arm, parameters)
sys = geomssys (sys, 'parameters', parameters);
sol = follow (sys, arm);
t = sol.t;
u = zeros (6, numel (t));
for k = 1:numel (t)
    u(:, k) = arm.torques(t(k), sol.p(:, k), sol.v(:, k), parameters);
end
power = sum (max (u .* sol.v, 0), 1);
end

function answer (r, arm)
part = max (abs (r.torque), [], 2) ./ arm.effort;
[most, joint] = max (part);
fprintf ('With 5 kg joint %d needs %.0f %% of its torque, all motors together %.0f W.\n', joint, ...
    100 * most, max (r.power));
fprintf ('1 mm is kept without knowledge up to %.2f kg, with a belief of 2.5 kg from %.2f to %.2f kg.\n\n', ...
    r.holds(1, 2), r.holds(2, :));
end

function draw (r, arm)
axes ('position', [0.07 0.16 0.4 0.74]);
semilogy (r.payload, r.distance, 'linewidth', 2);
hold on
plot (r.payload([1 end]), [1 1], 'k--');
hold off
legend ('believes in 0', 'believes in 2.5 kg', 'knows it', 'location', 'northwest');
title ('largest distance from the path, mm');
xlabel ('payload, kg');
axes ('position', [0.56 0.16 0.4 0.74]);
plot (r.t, 100 * r.torque ./ repmat (arm.effort, 1, numel (r.t)), 'linewidth', 2);
ylim ([-70 70]);
legend ('1', '2', '3', '4', '5', '6', 'location', 'northwest');
title ('torques with 5 kg, % of the largest');
xlabel ('t, s');
end
