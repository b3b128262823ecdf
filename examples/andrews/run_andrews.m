function result = run_andrews (file, film, tolerances)
% RUN_ANDREWS  Andrews' squeezing mechanism from bodies, beside the reference of the IVP Test Set.
%   RESULT = RUN_ANDREWS (FILE, FILM, TOLERANCES) simulates ANDREWS_BODIES over 0.03 s with psf for
%   each of TOLERANCES (default 1e-6, 1e-8, 1e-10) and prints steps, the largest relative errors of
%   angles, velocities and multipliers against reference values of 16 digits, and the change of
%   energy minus work.
%
%   What to expect: the drive K1 turns two and a half times and does 0.52 J. At 1e-10 angles are
%   good to 10 digits, velocities and multipliers, which are the reactions of the three pins, to 9;
%   energy and work agree to 1e-9 J. (The values published with the Test Set are good to 9.6, 7.3
%   and 5.9 digits.)
%
%   FILE is a PNG file with the angles and the forces in the pins, FILM a GIF file; '' or missing:
%   none.
%
%   RESULT has the fields tolerances, steps, errors (3 x tolerances), balance, sol, sys (of the
%   last).
%
%   Takes about 1 s.
%
%   See also ANDREWS_BODIES, GEOMSREACTION, GEOMSENERGY.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2, film = ''; end
if nargin < 3, tolerances = [1e-6 1e-8 1e-10]; end

sys = geomssys (andrews_bodies ());
result = struct ('tolerances', tolerances, 'sys', sys);
fprintf (['\nAndrews'' mechanism, 0.03 s\n\n', ...
    '  tolerance  steps   angles  velocities  multipliers  energy\n']);
for i = 1:numel (tolerances)
    sol = geoms (sys, [0 0.03], struct (), 'RelTol', tolerances(i), 'AbsTol', tolerances(i));
    e = geomsenergy (sol, sys);
    result.errors(:, i) = compare (sol);
    result.steps(i) = sol.stats.nsteps;
    result.balance(i) = max (abs (e.total - e.work - e.total(1)));
    fprintf ('  %8.0e  %6d  %7.1e  %8.1e    %8.1e   %7.1e\n', tolerances(i), result.steps(i), ...
        result.errors(:, i), result.balance(i));
end
fprintf ('\n');
result.sol = sol;
if ~isempty (film)
    geomsanimate (sol, sys, 'Speed', 0.003, 'File', film);
end
if ~isempty (file)
    write_picture (file, [760 360], @() draw (sol, sys));
    fprintf ('The picture: %s\n', file);
end

end

% K1 K2 K3 K5 K4 K7 K6 in the Test Set: beta Theta gamma delta Phi eps Omega
function errors = compare (sol)
angles = [15.810771195153707; -15.756371058411839; 0.040822240119645805; 0.52440996587995407; ...
    -0.53473011634207959; 1.0480807410419379; 0.53473011634207959];
speeds = [1139.9203022591061; -1424.3792951775401; 11.032911910618593; 0.57356991482950245; ...
    19.293374105032041; 0.32317914924913087; -19.293374105032041];
lambda = [199.17534810453863; -29.755309974971763; 23.066543611622151; 31.452725275771137; ...
    22.642494786394379; 11.617392352611256];
relative = @(x, exact) max (abs (x - exact)) / max (abs (exact));
errors = [relative(sol.p(:, end), angles); relative(sol.v(:, end), speeds)
    relative(sol.lambda(:, end), lambda)];
end

function draw (sol, sys)
t = linspace (0, 0.03, 400);
colours = [0 0.35 0.7; 0.8 0.2 0.1; 0.1 0.5 0.2];
axes ('position', [0.07 0.13 0.4 0.77]);
names = {'K3', 'K5', 'K7'};
for i = 1:3
    m = geomsmotion (sol, sys, names{i}, t);
    plot (t, m.angle, 'color', colours(i, :), 'linewidth', 1.5);
    hold on
end
legend (names{:}, 'location', 'northeast');
ylim ([0 1.8]);
xlabel ('t [s]');
title ('Angles');
axes ('position', [0.57 0.13 0.4 0.77]);
for i = 1:3
    R = geomsreaction (sol, sys, sys.tree.names.loops{i}, t);
    semilogy (t, sqrt (sum (R(1:2, :) .^ 2, 1)), 'color', colours(i, :), 'linewidth', 1.5);
    hold on
end
legend ('K3 - K2', 'K4 - K2', 'K6 - K2', 'location', 'southeast');
ylim ([0.01 1000]);
xlabel ('t [s]');
title ('Forces in the pins [N]');
end
