function octave_derived (rounds)
%OCTAVE_DERIVED  Systems from M, f, g alone beside C models of the same and beside their callbacks.
%   octave_derived (rounds) prints for the pendulum, Andrews' mechanism, the car axis, the slider crank,
%   the truck and the top: time to describe and derive them, time of a whole run of GEOMS (psf, radau5)
%     C          from the models of tests/models, compiled with cc -O2, derivatives by hand
%     derived    from M, f, g (and Z, h, e) alone, recorded when they were described
%     called     by callbacks, vectorized where tests have such functions, levels by hand
%   and the ratios derived / C and called / derived, also of the time within the integration alone; then
%   chains of 10 to 50 links from M, f, g. Times are the best of so many rounds (standard 5), in turn;
%   of runs by callbacks of one. Nothing is asserted. Needs the folders toolbox, tests/toolbox,
%   tests/data and examples/truck on the path.

if nargin < 1
    rounds = 5;
end
library = compiled ();
cleaner = onCleanup (@() delete (library));
list = {'pendulum', @flat_pendulum, 20, 1e-8, []; 'andrews', @andrews_system, 0.03, 1e-8, []; ...
    'caraxis', @caraxis_system, 3, 1e-8, []; 'slidercrank', @slidercrank_system, 1, 1e-8, 0.15; ...
    'truck', @truck_by_hand, 20, 1e-6, []; 'top', @top_system, 1, 1e-8, []};
fprintf ('\nWhole runs of GEOMS from Octave, ms; within: of the integration alone\n\n');
fprintf ('%-12s %9s %8s %9s %9s %9s %10s %12s %14s\n', '', 'tolerance', 'steps', 'describe', 'C', ...
    'derived', 'called', 'derived/C', 'called/derived');
for i = 1:size (list, 1)
    [full, x0] = list{i, 2} ();
    row_of (list(i, :), full, x0, library, rounds);
end
chains (rounds);

end

function row_of (entry, full, x0, library, rounds)
[name, ~, tend, tol, q] = entry{:};
watch = tic ();
derived = bare_system (full);
describe = toc (watch);
if isempty (derived.derive.kept)    % sizes that the start tells
    watch = tic ();
    sol = geoms (derived, [0, 1e-6 * tend], x0); %#ok<NASGU>
    describe = describe + toc (watch);
end
native = geomssys ('library', library, 'symbol', ['model_', name]);
if ~isempty (q)
    native = geomssys ('library', library, 'symbol', ['model_', name], 'parameters', q);
end
options = geomsset ('RelTol', tol, 'AbsTol', tol, 'Display', 'off');
contenders = {native, derived, geomssys(full, 'derive', 'off')};
seconds = Inf (3, 2);
for round = 1:rounds + 1
    for k = 1:3
        if k == 3 && round > 1
            continue
        end
        watch = tic ();
        sol = geoms (contenders{k}, [0 tend], x0, options);
        seconds(k, :) = min (seconds(k, :), [toc(watch), sol.stats.seconds]);
        steps = sol.stats.naccpt;
    end
end
ms = 1e3 * seconds;
fprintf ('%-12s %9.0e %8d %9.1f %9.2f %9.2f %10.1f %6.2f (%.2f) %6.1f (%.1f)\n', name, tol, steps, ...
    1e3 * describe, ms(:, 1), ms(2, 1) / ms(1, 1), ms(2, 2) / ms(1, 2), ms(3, 1) / ms(2, 1), ...
    ms(3, 2) / ms(2, 2));
end

function chains (rounds)
fprintf ('\nChains of links from M, f, g, 1 s at 1e-6\n\n%8s %12s %8s %12s\n', 'links', 'derive, ms', ...
    'steps', 'run, ms');
for n = [10 20 50]
    [sys, x0] = chain_of_links (n);
    x0.v = zeros (2 * n, 1);
    best = Inf;
    for round = 1:min (rounds, 3)
        watch = tic ();
        sol = geoms (sys, [0 1], x0, 'Display', 'off');
        best = min (best, toc (watch));
    end
    fprintf ('%8d %12.1f %8d %12.1f\n', n, 1e3 * sys.derive.seconds, sol.stats.naccpt, 1e3 * best);
end
end

function [sys, x0] = flat_pendulum ()
sys = pendulum ('vectorized');
x0 = struct ('p', [1; 0]);
end

function library = compiled ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
library = [tempname(), '.so'];
files = '';
for name = {'pendulum', 'pendulum_exact', 'andrews', 'caraxis', 'slidercrank', 'truck', 'top', ...
        'linkage', 'linkage_jacobian', 'linkage_shapes', 'parallelogram', 'tools'}
    files = sprintf ('%s "%s.c"', files, fullfile (root, 'tests', 'models', name{1}));
end
[status, text] = system (sprintf ('cc -O2 -shared -fPIC -ffp-contract=off -I "%s" %s -o "%s" -lm 2>&1', ...
    fullfile (root, 'mex', 'core', 'include'), files, library));
if status ~= 0
    error ('geoms:benchmark:compile', 'The models do not compile: %s', text);
end
end
