function result = run_cam (file, film, speeds)
% RUN_CAM  A cam and its follower: a joint 'user', and when the follower would jump.
%   RESULT = RUN_CAM (FILE, FILM, SPEEDS) runs CAM_SYSTEM over three turns with each of SPEEDS
%   (default 30, 60, 80 rad/s) and prints
%
%       steps       accepted steps
%       energy      largest change of the energy, as a part of the kinetic energy
%       rigid       largest difference of the force between cam and follower, which GEOMSREACTION
%                   tells, from  m (g + l' q'' + l'' q'^2) + spring,  as a part of the largest one
%       least       the least force between them: where it is negative, the cam would have to pull
%       residual    largest relative residual of the coupling and its derivatives
%
%   With FILE given and not empty it draws lift and force into a PNG file; with FILM, a GIF, the
%   mechanism moves.
%
%   What to expect: the energy is kept to some 1e-6 at the tolerance 1e-8; rigid is rounding. The least force falls
%   with the square of the speed: at 30 and 60 rad/s the spring holds the follower on the cam, at 80
%   it would jump where the rise ends. While the follower stands still its own coordinate has no
%   inertia, l' = 0; the coupling holds it. MaxStep is a tenth of a turn over 2 pi: while it stands
%   nothing tells the integrator that a rise will come.
%
%   Takes about 1 s.
%
%   See also CAM_SYSTEM, GEOMSADDBODY, GEOMSREACTION.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end
if nargin < 3, speeds = [30 60 80]; end

fprintf ('\nCam and follower, three turns\n\n  %6s %6s %9s %9s %9s %9s\n', 'rad/s', 'steps', ...
    'energy', 'rigid', 'least', 'residual');
for i = 1:numel (speeds)
    [r, sol, sys] = turn (speeds(i));
    fprintf ('  %6g %6d %9.1e %9.1e %9.2f %9.1e\n', r.speed, r.steps, r.energy, r.rigid, r.least, ...
        r.residual);
    result(i) = r; %#ok<AGROW>
end
fprintf ('\n');
if ~isempty (file)
    write_picture (file, [900 420], @() draw (result));
    fprintf ('The picture: %s\n', file);
end
if ~isempty (film)
    geomsanimate (sol, sys, 'File', film, 'Times', linspace (0, sol.t(end), 45), 'Size', [300 400]);
    fprintf ('The film: %s\n', film);
end

end

function [r, sol, sys] = turn (speed)
[sys, train] = cam_system (speed);
sol = geoms (sys, [0, 6 * pi / speed], 'RelTol', 1e-8, 'AbsTol', 1e-8, 'MaxStep', 0.1 / speed);
t = linspace (0, sol.t(end), 601);
y = geomsval (sol, t, sys);
q = y(sys.index.p(2), :);
m = geomsmotion (sol, sys, 'follower', t);
F = geomsreaction (sol, sys, 'follower', t);
shaft = geomsmotion (sol, sys, 'cam', t);
l = m.x(2, :) - train.base;
expected = zeros (size (t));
for j = 1:numel (t)
    s = train.slopes (q(j));
    expected(j) = train.m * (9.81 + s(1) * shaft.alpha(j) + s(2) * shaft.w(j) ^ 2);
end
expected = expected + train.preload + train.k * l;
energy = geomsenergy (sol, sys);
r = struct ('speed', speed, 'steps', sol.stats.naccpt, 'energy', ...
    max (abs (energy.total - energy.total(1))) / energy.kinetic(1), 'rigid', ...
    max (abs (F(2, :) - expected)) / max (abs (expected)), 'least', min (F(2, :)), 'residual', ...
    max (sol.residual.relative(:)), 'angle', q, 'lift', l, 'force', F(2, :));
end

function draw (result)
axes ('position', [0.07 0.15 0.4 0.74]);
plot (result(1).angle * 180 / pi, 1e3 * result(1).lift, 'linewidth', 2);
axis ([0 360 -1 10])
title ('lift, mm');
xlabel ('angle of the cam, degrees');
axes ('position', [0.57 0.15 0.4 0.74]);
hold on
for r = result
    plot (r.angle * 180 / pi, r.force, 'linewidth', 2);
end
plot ([0 360], [0 0], 'k');
hold off
axis ([0 360 -40 160])
legend (arrayfun (@(r) sprintf ('%g rad/s', r.speed), result, 'UniformOutput', false));
title ('force on the follower, N');
xlabel ('angle of the cam, degrees');
end
