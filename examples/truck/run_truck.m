function result = run_truck (file, tolerances, rounds)
% RUN_TRUCK  Solvers for constrained mechanical systems beside each other on a truck.
%   RESULT = RUN_TRUCK (FILE, TOLERANCES, ROUNDS) integrates the Eich-Soellner/Fuehrer truck of
%   TRUCK_SYSTEM, with its linear and with its pneumatic spring, over 20 s with all of TRUCK_CONTENDERS
%   and prints, for each TOLERANCE (default 1e-3 ... 1e-10), steps, evaluations of the equations, calls for
%   them, processor time (median of ROUNDS, default 3), and the errors at 10 and at 20 s against
%   TRUCK_REFERENCE; then what it costs to be right to 1e-5, 1e-7, 1e-9. With FILE given and not empty it
%   draws error against time into a PNG file.
%
%   It recomputes Example 4.2 and Figure 8 of Steinbrecher (2007) with formulations and methods of this
%   toolbox in the place of the codes there, and with another truck: of the one in the paper (seven bodies,
%   eleven coordinates) no parameters are available.
%
%   RESULT is a struct array, one element per run, with the fields spring, name, tolerance, steps,
%   evaluations, calls, seconds, p10, p20 (largest errors of positions and angles), lambda10, why ('', or
%   why the run ended before 20 s).
%
%   See also TRUCK_SYSTEM, TRUCK_CONTENDERS, TRUCK_REFERENCE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2 || isempty (tolerances), tolerances = 10.^(-3:-1:-10); end
if nargin < 3, rounds = 3; end

springs = {'linear', 'pneumatic'};
list = truck_contenders ();
result = [];
for spring = springs
    fprintf ('\nTruck, %s spring, [0, 20]\n\n  %-15s %-15s %6s %7s %7s %7s %9s  %9s %9s %9s\n', ...
        spring{1}, '', '', 'tol', 'steps', 'evals', 'calls', 'seconds', 'p, 10 s', 'p, 20 s', ...
        'lambda');
    for who = list
        for tolerance = tolerances
            found = one (spring{1}, who, tolerance, rounds);
            result = [result, found]; %#ok<AGROW>
            tell (found, who);
        end
    end
    costs (result(strcmp ({result.spring}, spring{1})), list);
end
if ~isempty (file)
    write_picture (file, [1180 520], @() draw (result, list, springs));
    fprintf ('The picture: %s\n', file);
end

end

% One contender with one tolerance. AbsTol of the multipliers is as much larger as they are.
function found = one (spring, who, tolerance, rounds)
[sys, x0] = truck_system (spring);
opts = geomsset ('Formulation', who.formulation, 'Method', who.method, 'RelTol', tolerance, ...
    'AbsTol', struct ('p', tolerance, 'v', tolerance, 'lambda', 1e5 * tolerance), ...
    'MaxSteps', 1e6, 'MaxWallTime', 60, 'Dense', 'off', 'Residuals', 'off');
seconds = zeros (1, rounds);
for i = 1:rounds
    start = cputime ();
    sol = geoms (sys, [0 10 20], x0, opts);
    seconds(i) = cputime () - start;
end
s = sol.stats;
found = struct ('spring', spring, 'name', who.name, 'tolerance', tolerance, 'steps', s.naccpt, ...
    'evaluations', s.neom + s.neomjac + s.neomout, 'calls', s.callbacks, ...
    'seconds', median (seconds), 'p10', NaN, 'p20', NaN, 'lambda10', NaN, 'why', '');
if sol.t(end) < 20
    found.why = sol.info.message;
    return
end
y = truck_reference (spring);
e = abs (sol.y(:, end - 1:end) - y);
found.p10 = max (e(12:20, 1));
found.p20 = max (e(12:20, 2));
found.lambda10 = max (e(1:2, 1));
end

function tell (found, who)
if isempty (found.why)
    fprintf ('  %-15s %-15s %6.0e %7d %7d %7d %9.3f  %9.1e %9.1e %9.1e\n', found.name, who.place, ...
        found.tolerance, found.steps, found.evaluations, found.calls, found.seconds, found.p10, ...
        found.p20, found.lambda10);
else
    fprintf ('  %-15s %-15s %6.0e %s\n', found.name, who.place, found.tolerance, found.why);
end
end

% work at equal error, between the runs on both sides of it
function costs (runs, list)
wanted = [1e-5 1e-7 1e-9];
fprintf ('\n  evaluations, seconds for an error of p of\n  %-15s', '');
fprintf (' %18.0e', wanted);
fprintf ('\n');
for who = list
    those = runs(strcmp ({runs.name}, who.name) & cellfun (@isempty, {runs.why}));
    fprintf ('  %-15s', who.name);
    for error = wanted
        fprintf (' %9s %8s', text_of ('%.0f', at (those, 'evaluations', error)), ...
            text_of ('%.3f', at (those, 'seconds', error)));
    end
    fprintf ('\n');
end
end

function text = text_of (format, value)
text = '-';
if ~isnan (value)
    text = sprintf (format, value);
end
end

% errors that are small by chance do not count: the largest at this tolerance or a smaller one
function value = at (runs, name, error)
value = NaN;
if isempty (runs)
    return
end
[~, order] = sort ([runs.tolerance]);
runs = runs(order);
[e, which] = unique (cummax (max ([runs.p10], [runs.p20])), 'last');
if numel (e) > 1 && error <= e(end)
    work = [runs(which).(name)];
    value = exp (interp1 (log (e), log (work), log (error)));
end
end

function draw (result, list, springs)
places = [0.065 0.11 0.37 0.81; 0.475 0.11 0.37 0.81];
for i = 1:2
    axes ('position', places(i, :));
    for who = list
        those = result(strcmp ({result.spring}, springs{i}) & strcmp ({result.name}, who.name));
        loglog ([those.seconds], max ([those.p10], [those.p20]), who.line, 'color', who.color, ...
            'linewidth', 1.5, 'markersize', 5);
        hold on
    end
    axis ([0.02 10 1e-11 1e-2]);
    set (gca, 'ytick', 10.^(-11:-2), 'xminorgrid', 'off', 'yminorgrid', 'off', 'yminortick', 'off');
    grid on
    xlabel ('computing time [s]');
    if i == 1
        ylabel ('largest error of p at 10 and 20 s [m, rad]');
    end
    title (sprintf ('Truck, %s spring, [0, 20]', springs{i}));
end
key (list);
end

% the legend, beside the pictures
function key (list)
axes ('position', [0.85 0.3 0.14 0.62]);
for i = 1:numel (list)
    plot ([0 0.15 0.3], -[i i i], list(i).line, 'color', list(i).color, 'linewidth', 1.5, ...
        'markersize', 5);
    hold on
    text (0.36, -i, list(i).name);
end
axis ([0 1.2 -numel(list) - 0.5, -0.5]);
axis off
end
