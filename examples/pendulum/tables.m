function result = tables ()
% TABLES  Tables 3 and 4 of Steinbrecher (2007), recomputed.
%   RESULT = TABLES () integrates the pendulum of Example 4.1 (g = 13.75, from p = (0,-1) with the
%   initial velocity 2.8 or 2.9, over [0, 5]) with the settings of the published GEOMS,
%   geomsset ('paper'), and lambda = 0 at the start, and prints our counters beside the published
%   ones. Then it does the same with the defaults of this toolbox, without and with projection. The
%   error is that of p and v at t = 5 against a run with the tolerance 1e-13.
%
%   What to expect: NACCPT within 6 % of the published numbers; NJAC = NPDEC = NACCPT,
%   NEDEC = NACCPT + NERJCT + NCRJCT and NEOM = 3 NBSUB + NACCPT as there. The defaults need fewer
%   evaluations of the equations of motion (NEOM) than published, and no step is repeated because
%   Newton's method failed.
%
%   RESULT has one element per run, with fields velocity, tolerance, settings, stats and error.
%
%   Takes about 2 s.
%
%   See also PENDULUM_RESIDUAL, LONGRUN, FIGURE6.

addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'toolbox'));
paper = published ();
velocities = [2.8 2.9];
tolerances = [1e-7 1e-8 1e-9];
settings = {'paper', 'Project off', 'Project on'};

result = struct ('velocity', {}, 'tolerance', {}, 'settings', {}, 'stats', {}, 'error', {});
for j = 1:numel (velocities)
    exact = simulate (velocities(j), 1e-13, 'Project on');
    for s = 1:numel (settings)
        for k = 1:numel (tolerances)
            sol = simulate (velocities(j), tolerances(k), settings{s});
            result(end + 1) = struct ('velocity', velocities(j), ...
                'tolerance', tolerances(k), 'settings', settings{s}, 'stats', sol.stats, ...
                'error', max (abs (sol.y(2:5, end) - exact.y(2:5, end)))); %#ok<AGROW>
        end
    end
    runs = result([result.velocity] == velocities(j));
    print_counters (runs(1:3), paper(j));
    print_defaults (runs, paper(j));
end

end

function sol = simulate (velocity, tolerance, settings)
if strcmp (settings, 'paper')
    opts = geomsset (geomsset ('paper'), 'InitialStep', 0.01);
else
    opts = geomsset ('Project', settings(9:end), 'InitialStep', 0.01);
end
opts = geomsset (opts, 'RelTol', tolerance, 'AbsTol', tolerance);
sol = geoms (pendulum_residual (13.75), [0 5], [0; velocity; 0; 0; -1], opts);
end

function print_counters (runs, paper)
fprintf ('\nTable %d: initial velocity %.1f, settings of the paper\n\n', paper.table, ...
    runs(1).velocity);
fprintf ('  tolerance %18.0e %19.0e %19.0e\n', runs.tolerance);
fprintf ('            %s\n', repmat ('  ours paper  ratio ', 1, 3));
names = fieldnames (paper.counters);
for i = 1:numel (names)
    theirs = paper.counters.(names{i});
    fprintf ('  %-8s', upper (names{i}));
    for k = 1:3
        ours = runs(k).stats.(names{i});
        fprintf ('  %6d %5d %6.3f', ours, theirs(k), ours / theirs(k));
    end
    fprintf ('\n');
end
end

function print_defaults (runs, paper)
fprintf ('\n  Beside the defaults of this toolbox (ratio: NEOM to the published NEOM)\n\n');
fprintf ('  %-11s %9s  %6s %6s %6s %6s %6s %9s\n', 'settings', 'tolerance', 'NACCPT', 'NERJCT', ...
    'NCRJCT', 'NEOM', 'ratio', 'error');
for k = 1:numel (runs)
    s = runs(k).stats;
    column = mod (k - 1, 3) + 1;
    fprintf ('  %-11s %9.0e  %6d %6d %6d %6d %6.3f %9.1e\n', runs(k).settings, ...
        runs(k).tolerance, s.naccpt, s.nerjct, s.ncrjct, s.neom, ...
        s.neom / paper.counters.neom(column), runs(k).error);
end
end

function paper = published ()
% the counters of Tables 3 and 4, for the tolerances 1e-7, 1e-8 and 1e-9
paper(1).table = 3;
paper(1).counters = struct ( ...
    'naccpt', [187 270 391], 'nerjct', [16 13 9], 'ncrjct', [1 1 1], ...
    'neom', [2167 2961 4141], 'nmas', [1 1 1], 'njac', [187 270 391], ...
    'npdec', [187 270 391], 'nedec', [204 284 401], 'nbsub', [660 897 1250], 'nsel', [2 2 2]);
paper(2).table = 4;
paper(2).counters = struct ( ...
    'naccpt', [207 303 441], 'nerjct', [7 12 12], 'ncrjct', [13 6 6], ...
    'neom', [2730 3729 5208], 'nmas', [1 1 1], 'njac', [207 303 441], ...
    'npdec', [207 303 441], 'nedec', [227 321 459], 'nbsub', [841 1142 1589], 'nsel', [26 19 19]);
end
