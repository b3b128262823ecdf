function result = run_bricard_bodies (file, film, tolerance)
% RUN_BRICARD_BODIES  Bricard's mechanism over 10 s, as bodies and as equations.
%   RESULT = RUN_BRICARD_BODIES (FILE, FILM, TOLERANCE) simulates BRICARD_BODIES with psf and a
%   TOLERANCE (default 1e-9), and the equations of BRICARD_SYSTEM over the first second, and prints
%
%       the rows and their rank, steps, the largest change of the energy
%       the corner P3 at 1, 2, 5 and 10 s beside BRICARD_REFERENCE, and beside the equations at 1 s
%       which components of the reaction in P6 are unique
%
%   What to expect: the bodies need the motion of five angles only. The energy stays within 1e-7 J,
%   P3 within 1e-6 of the reference, and both descriptions agree to 1e-8 at 1 s. One of the five
%   rows depends on the others, so that hardly anything that P6 hands on is unique; about its
%   own axis it hands on nothing.
%
%   FILE is a PNG file with the path of P3 and the energy, FILM a GIF file; '' or missing: none.
%
%   RESULT has the fields sol, sys, drift, error (of P3), difference (of the descriptions), unique
%   (6 x 1), seconds (bodies, equations: for the first second).
%
%   Takes about 1 s.
%
%   See also BRICARD_BODIES, BRICARD_REFERENCE, RUN_BRICARD.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end
if nargin < 3, tolerance = 1e-9; end

tight = {'RelTol', tolerance, 'AbsTol', tolerance, 'ConstraintDecomposition', 'svd'};
sys = geomssys (bricard_bodies ());
sol = geoms (sys, [0 10], struct (), tight{:});
result = struct ('sol', sol, 'sys', sys);
e = geomsenergy (sol, sys);
result.drift = max (abs (e.total - e.total(1)));
reference = bricard_reference ();
m = geomsmotion (sol, sys, 'rod3', reference(:, 1)');
result.error = max (max (abs ([m.x; m.v] - reference(:, 2:7)')));
result = beside_equations (result, tight);
result.unique = isfinite (geomsreaction (sol, sys, 'P6', 1));
fprintf (['\nBricard''s mechanism as bodies, tolerance %.0e: %d steps over 10 s\n\n', ...
    '  rows, rank                  %d, %d\n  energy, largest change      %8.1e J\n', ...
    '  P3, largest error           %8.1e\n  bodies and equations        %8.1e (at 1 s)\n', ...
    '  seconds to 1 s              %.2f, %.2f\n  unique in P6 (force, moment) %s\n\n'], ...
    tolerance, sol.stats.nsteps, sys.dims.nl, sol.info.redundant.rank(1), result.drift, ...
    result.error, result.difference, result.seconds, mat2str (double (result.unique')));
if ~isempty (film)
    geomsanimate (sol, sys, 'Trace', 'rod3', 'View', [30 20], 'Speed', 0.5, 'File', film);
end
if ~isempty (file)
    write_picture (file, [760 360], @() draw (sol, sys, e));
    fprintf ('The picture: %s\n', file);
end

end

function result = beside_equations (result, tight)
[sys, x0, probe] = bricard_system ();
watch = tic;
equations = geoms (sys, [0 1], x0, tight{:});
result.seconds(2) = toc (watch);
watch = tic;
bodies = geoms (result.sys, [0 1], struct (), tight{:});
result.seconds(1) = toc (watch);
[P, V] = probe (equations.y(:, end), 3);
m = geomsmotion (bodies, result.sys, 'rod3', 1);
result.difference = max (max (abs ([P; V] - [m.x; m.v])));
end

function draw (sol, sys, e)
m = geomsmotion (sol, sys, 'rod3', linspace (0, 10, 600));
axes ('position', [0.07 0.13 0.4 0.77]);
plot (m.t, m.x, 'linewidth', 1.5);
legend ('x', 'y', 'z', 'location', 'northeast', 'orientation', 'horizontal');
ylim ([-1.1 1.7]);
xlabel ('t [s]');
title ('P_3');
axes ('position', [0.58 0.13 0.38 0.77]);
plot (e.t, e.total - e.total(1), 'color', [0 0.35 0.7], 'linewidth', 1.5);
xlabel ('t [s]');
title ('Change of the energy [J]');
end
