function result = slidercrank_cuts (tolerances)
% SLIDERCRANK_CUTS  The slider crank from bodies, in eight forms and cut in three places, at 2 s.
%   RESULT = SLIDERCRANK_CUTS (TOLERANCES) integrates SLIDERCRANK_BODIES over 2 s at each of
%   TOLERANCES (default 1e-6 and 1e-9: RelTol and AbsTol) and prints how far crank angle, place of
%   the slider and angle of the rod are from
%
%       phi = 11.608632790,   x = 0.36007332129,   alpha = 3.56289146066
%
%   (own computation, exact to the digits shown) first for the formulations of the published Table
%   1, of the mechanism cut at the support; then with psf and QR, cut at the support, at the guide,
%   and at all joints: coordinates, rows, milliseconds to build, steps.
%
%   What to expect: all reach it to some ten times the tolerance, whatever is cut, but x and alpha
%   as independent coordinates, which pass singular positions on the way: they are off by 1e-3 to
%   5e-2 at 1e-6. (The analytical model has the crank alone.) Nine coordinates need about as many
%   steps as two.
%
%   RESULT has the fields forms and cuts, struct arrays with name, tolerance, steps, error (3 x 1;
%   of the analytical model 1 x 1) and build.
%
%   Example:
%       result = slidercrank_cuts (1e-8);
%
%   Takes about 2 s.
%
%   See also RUN_SLIDERCRANK, SLIDERCRANK_BODIES.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, tolerances = [1e-6 1e-9]; end
list = slidercrank_contenders ();
states = warning ('off', 'geoms:partition:passed');
restore = onCleanup (@() warning (states)); %#ok<NASGU>
result = struct ('forms', [], 'cuts', []);
for tolerance = tolerances
    fprintf ('\nSlider crank from bodies, 2 s, tolerance %.0e\n\n  %-24s %s\n', ...
        tolerance, '', 'coordinates  rows  build/ms  steps   errors: phi, x, alpha');
    for who = list(~isnan (arrayfun (@(w) w.paper(1), list)))
        result.forms = [result.forms, form(who, tolerance)];
    end
    fprintf ('\n');
    for from = {'slider', 'crank', 'absolute'}
        for who = list(ismember ({list.name}, {'psf', 'QR'}))
            result.cuts = [result.cuts, cut(from{1}, who, tolerance)];
        end
    end
end
fprintf ('\n');

end

function row = form (who, tolerance)
watch = tic;
if strcmp (who.name, 'analytical')
    sys = analytical_system (struct (), 'bodies');
else
    sys = slidercrank_system (struct (), 'bodies');
end
row = run (sys, who, tolerance, toc (watch), who.name);
end

function row = cut (from, who, tolerance)
watch = tic;
sys = geomssys (slidercrank_bodies (struct (), from));
row = run (sys, who, tolerance, toc (watch), sprintf ('%s, from ''%s''', who.name, from));
end

function row = run (sys, who, tolerance, build, name)
sol = geoms (sys, [0 2], struct (), 'Formulation', who.form, 'RelTol', tolerance, 'AbsTol', ...
    tolerance, who.options{:});
row = struct ('name', name, 'tolerance', tolerance, 'steps', sol.stats.nsteps, 'error', ...
    errors(sol, sys), 'build', build);
fprintf ('  %-24s %11d %5d %9.1f %6d   %s\n', name, sys.dims.np, sys.dims.nl, 1e3 * build, ...
    row.steps, sprintf ('%.1e  ', row.error));
end

function e = errors (sol, sys)
m = geomsmotion (sol, sys, 'crank', 2);
e = m.angle - 11.608632790;
if any (strcmp ('slider', sys.tree.names.bodies))
    x = geomsmotion (sol, sys, 'slider', 2);
    m = geomsmotion (sol, sys, 'rod', 2);
    e = [e; x.x(1) - 0.36007332129; m.angle - 3.56289146066];
end
e(1:2:end) = e(1:2:end) - pi * round (e(1:2:end) / pi);      % seen from the other end of a bar
e = abs (e);
end
