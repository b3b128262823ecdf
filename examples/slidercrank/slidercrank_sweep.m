function sweep = slidercrank_sweep (parts, tolerances, rounds)
% SLIDERCRANK_SWEEP  The slider crank at other tolerances: where runs end, ratios, work and precision.
%   SWEEP = SLIDERCRANK_SWEEP (PARTS, TOLERANCES, ROUNDS) prints, with AbsTol = RelTol / 1000,
%
%       'ratio'      processor time for 300 s of motion at RelTol 1e-3 over that of the analytical model,
%                    and calls per step, for the two styles of SLIDERCRANK_SYSTEM, with GEOMS and with
%                    ode45: medians of ROUNDS (default 3) rounds in which all take turns
%       'reach'      for RelTol in TOLERANCES (default 1e-2 ... 1e-6): where runs over 300 s end, their
%                    violation and error there, singular positions passed; the DAE forms with ode15s
%                    and ode15i, too, for at most 60 s of processor time each
%       'precision'  processor time and error of the crank angle at 40 s for RelTol 1e-3 ... 1e-10; the
%                    time psf needs for the errors 1e-2, 1e-4, 1e-6 over that of the best partition
%
%   PARTS is a cell array of these words (default all). SWEEP has a field for each.
%   The same in C for all tolerances takes half a minute: tests/benchmarks/slidercrank.c.
%
%   Takes about 2400 s.
%
%   See also RUN_SLIDERCRANK, SLIDERCRANK_RUN.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..', '..', 'toolbox'));
if nargin < 1 || isempty (parts), parts = {'ratio', 'reach', 'precision'}; end
if nargin < 2 || isempty (tolerances), tolerances = 10.^(-2:-1:-6); end
if nargin < 3, rounds = 3; end
list = slidercrank_contenders ();
sweep = struct ();
if any (strcmp ('ratio', parts))
    sweep.ratio = ratios (list, rounds);
end
if any (strcmp ('reach', parts))
    sweep.reach = reach (list, tolerances);
end
if any (strcmp ('precision', parts))
    sweep.precision = precision (list);
end
fprintf ('\n');

end

function list = those (list, names)
[~, who] = ismember (names, {list.name});
list = list(who);
end

% ---- time over that of the analytical model ----

function result = ratios (list, rounds)
list = those (list, {'analytical', 'partition, beta', 'SVD', 'QR'});
result = struct ('solver', {}, 'style', {}, 'name', {}, 'seconds', {}, 'ratio', {}, 'calls', {});
fprintf ('\nRatio of processor time to the analytical model, 300 s, median of %d rounds\n\n', rounds);
fprintf ('  %-8s %-11s %-18s %9s %7s %11s %10s\n', '', '', '', 'seconds', 'ratio', 'calls/step', ...
    'us/call');
for solver = {'geoms', 'host'}
    for style = {'functions', 'model'}
        seconds = zeros (rounds, numel (list));
        for i = 1:rounds
            for j = 1:numel (list)
                runs(j) = slidercrank_run (list(j), 300, [1e-3 1e-6], solver{1}, style{1}); %#ok<AGROW>
                seconds(i, j) = runs(j).cpu;
            end
        end
        middle = median (seconds, 1);
        for j = 1:numel (list)
            calls = runs(j).calls / runs(j).steps;
            result(end + 1) = struct ('solver', runs(j).solver, 'style', style{1}, 'name', ...
                list(j).name, 'seconds', middle(j), 'ratio', middle(j) / middle(1), 'calls', ...
                calls); %#ok<AGROW>
            fprintf ('  %-8s %-11s %-18s %9.2f %7.2f %11.2f %10.0f\n', runs(j).solver, style{1}, ...
                list(j).name, middle(j), middle(j) / middle(1), calls, ...
                1e6 * middle(j) / runs(j).calls);
        end
    end
end
end

% ---- where runs end ----

function result = reach (list, tolerances)
names = {'explicit (9)', 'partially explicit (10)', 'partition, x', 'partition, alpha', ...
    'partition, beta', 'partition, switched', 'SVD', 'QR'};
result = struct ('name', {}, 'tolerance', {}, 'reached', {}, 'violation', {}, 'angle', {}, ...
    'passed', {});
fprintf ('\nRuns over 300 s\n\n  %-24s %7s %9s %10s %9s %7s\n', '', 'RelTol', 'reached', ...
    'violation', 'angle', 'passed');
for who = those (list, names)
    for tolerance = tolerances
        result(end + 1) = told (slidercrank_run (who, 300, tolerance * [1 1e-3]), ...
            tolerance); %#ok<AGROW>
    end
end
for who = those (list, names(1:2))
    for tolerance = tolerances
        found = slidercrank_run (who, 300, tolerance * [1 1e-3], 'host', 'functions', 60);
        found.name = sprintf ('%s, %s', strtrim (strtok (who.name, '(')), who.host);
        result(end + 1) = told (found, tolerance); %#ok<AGROW>
    end
end
end

function row = told (found, tolerance)
passed = 0;
if isfield (found.partition, 'passed')
    passed = found.partition.passed;
end
row = struct ('name', found.name, 'tolerance', tolerance, 'reached', found.reached, 'violation', ...
    found.violation(1), 'angle', found.angle, 'passed', passed);
fprintf ('  %-24s %7.0e %7.4g s %10.1e %9.1e %7d\n', found.name, tolerance, found.reached, ...
    found.violation(1), found.angle, passed);
if ~isempty (found.why)
    fprintf ('      %s\n', found.why);
end
end

% ---- work and precision ----

function result = precision (list)
names = {'partition, beta', 'SVD', 'QR', 'psf', 'psf, dopri5'};
list = those (list, names);
tolerances = 10.^(-3:-1:-10);
result = struct ('names', {names}, 'tolerances', tolerances, 'seconds', [], 'error', []);
fprintf ('\n40 s of motion: seconds, error of the crank angle\n\n  %7s', 'RelTol');
fprintf (' %18s', names{:});
fprintf ('\n');
for i = 1:numel (tolerances)
    fprintf ('  %7.0e', tolerances(i));
    for j = 1:numel (list)
        found = slidercrank_run (list(j), 40, tolerances(i) * [1 1e-3]);
        result.seconds(i, j) = found.cpu;
        result.error(i, j) = abs (found.angle);
        last{j} = found; %#ok<AGROW>
        fprintf (' %9.2f %8.1e', found.cpu, abs (found.angle));
    end
    fprintf ('\n');
end
equal_error (result);
coincide (last{2}, last{3});
end

% the largest error at this tolerance or a smaller one: errors that are small by chance do not count
function equal_error (result)
words = {'does not show', 'shows'};
wanted = [1e-2 1e-4 1e-6];
error = flipud (cummax (flipud (result.error)));
for j = 1:numel (result.names)
    [e, at] = unique (error(:, j), 'last');
    seconds(:, j) = exp (interp1 (log (e), log (result.seconds(at, j)), log (wanted))); %#ok<AGROW>
end
best = min (seconds(:, 1:3), [], 2);
for j = 4:5
    ratio = seconds(:, j) ./ best;
    fprintf (['\n  %-13s  %s is no slower than the best partition at equal error\n%17sseconds over ', ...
        'those of the best partition, error 1e-2, 1e-4, 1e-6: %s\n'], ...
        words{1 + all(ratio <= 1)}, result.names{j}, '', sprintf ('%.2f ', ratio));
end
end

function coincide (a, b)
words = {'does not show', 'shows'};
same = numel (a.t) == numel (b.t) && max (abs (a.phi - b.phi)) <= 1e-9;
fprintf ('\n  %-13s  SVD and QR coincide within 1e-9 rad at 1e-10\n%17s%.1e rad at the end\n', ...
    words{1 + same}, '', abs (a.phi(end) - b.phi(end)));
end
