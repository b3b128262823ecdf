function result = run_doublependulum (file, film)
% RUN_DOUBLEPENDULUM  A double pendulum of two rods, described as bodies, with a moving picture.
%   RESULT = RUN_DOUBLEPENDULUM (FILE, FILM) lets two rods (length 1, mass 1) fall from the
%   horizontal and follows them for 10 s: six lines describe, integrate and show them. FILE is a
%   PNG file, FILM a GIF file; '' or missing: none.
%
%   What to expect: the motion is chaotic, errors grow by 10 in less than 1 s; after 10 s at the
%   tolerance 1e-9 they are still below 1e-4. Nothing is lost: the energy changes by less than
%   1e-6. The angles at 3 s, against the equations in textbook form, integrated by ode45 at 1e-12,
%   agree to 1e-8.
%
%   RESULT has the fields sol, sys, energy (largest change), difference (angles at 3 s), motion (of
%   the end).
%
%   Takes about 1 s.
%
%   See also GEOMSTREE, GEOMSADDBODY, GEOMSMOTION, GEOMSENERGY, GEOMSANIMATE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end

rod = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12, 'shape', {'line', [0 0; 1 0]}};
tree = geomsaddbody (geomstree ('planar', true), 'upper', rod{:});
tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], rod{:});
sys = geomssys (tree);
sol = geoms (sys, [0 10], struct (), 'RelTol', 1e-9, 'AbsTol', 1e-9);
if ~isempty (film)
    geomsanimate (sol, sys, 'Trace', {'lower', [1 0]}, 'FrameRate', 12.5, ...
        'Size', [360 360], 'File', film);
end

e = geomsenergy (sol, sys);
options = odeset ('RelTol', 1e-12, 'AbsTol', 1e-12);
[~, y] = ode45 (@textbook, [0 1.5 3], zeros (4, 1), options);
three = geomsval (sol, 3);
p = three(sys.index.p);
result = struct ('sol', sol, 'sys', sys, 'energy', max (abs (e.total - e.total(1))), ...
    'difference', max (abs ([p(1); p(1) + p(2)] - y(end, 1:2)')), ...
    'motion', geomsmotion (sol, sys, {'lower', [1 0]}, linspace (0, 10, 2000)));
fprintf (['\nDouble pendulum, 10 s: %d steps\n  energy, largest change   %8.1e J\n', ...
    '  angles at 3 s            %8.1e\n\n'], sol.stats.nsteps, result.energy, result.difference);
if ~isempty (file)
    write_picture (file, [760 380], @() draw (result, e));
    fprintf ('The picture: %s\n', file);
end

end

% angles a, b of the rods against the horizontal and their speeds: y = (a, b, a', b')
function yp = textbook (~, y)
c = cos (y(1) - y(2)) / 2;
s = sin (y(1) - y(2)) / 2;
M = [4/3, c; c, 1/3];
f = [-s * y(4)^2 - 1.5 * 9.81 * cos(y(1)); s * y(3)^2 - 0.5 * 9.81 * cos(y(2))];
yp = [y(3:4); M \ f];
end

function draw (result, e)
axes ('position', [0.05 0.1 0.4 0.8]);
x = result.motion.x;
plot (x(1, :), x(2, :), 'color', [0.8 0.2 0.1]);
axis ([-2.1 2.1 -2.1 2.1]);
axis square
title ('The path of the end');
axes ('position', [0.57 0.6 0.4 0.3]);
plot (e.t, e.kinetic, 'color', [0 0.35 0.7]);
hold on
plot (e.t, e.potential, 'color', [0.8 0.2 0.1]);
legend ('kinetic', 'potential', 'location', 'northeast', 'orientation', 'horizontal');
ylim ([-25 45]);
title ('Energy [J]');
axes ('position', [0.57 0.12 0.4 0.32]);
plot (e.t, e.total - e.total(1), 'color', [0.1 0.5 0.2]);
title ('Its change [J]');
xlabel ('t [s]');
end
