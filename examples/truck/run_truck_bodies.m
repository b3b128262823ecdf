function result = run_truck_bodies (file, tolerances, list, springs, film)
% RUN_TRUCK_BODIES  A published truck from bodies: solvers beside each other, and less load.
%   RESULT = RUN_TRUCK_BODIES (FILE, TOLERANCES, LIST, SPRINGS, FILM) prints, for the SPRINGS
%   'linear' and 'pneumatic' (default: both),
%
%     - how far TRUCK_BODIES ('five') is from the equations of TRUCK_SYSTEM at 10 and 20 s, with
%       their moments of forces as mechanics has them, and as the source has them
%     - Example 4.2 and Figure 8 of Steinbrecher (2007) with TRUCK_BODIES ('seven'): the table of
%       GEOMSCOMPARE over 20 s with all of LIST (default TRUCK_CONTENDERS (), or some of its
%       elements) and TOLERANCES (default 1e-3 ... 1e-8), and what an error of 1e-3, 1e-4, 1e-5
%       costs; errors and AbsTol are those of RUN_TRUCK
%     - where the truck rests with two thirds and one third of its load, parameters of the tree that
%       are changed by name, and what the pin carries, beside what statics says
%
%   With FILE given and not empty it draws error against evaluations, as Figure 8 does, and against
%   computing time into a PNG file; with FILM given the seven bodies on the bump into a GIF file.
%   Some seven minutes if the pneumatic spring's function and the road's are called.
%
%   What to expect: bodies and equations agree to 3e-11, in the same steps. Where the source turns
%   the moments of horizontal forces around, positions differ by 8 mm. Of the seven bodies p and v
%   move by some 1e-2 and lambda by 1e4 and more, as is said of the published truck. With radau5 all
%   formulations take the same steps (14 to 20 at 1e-3, 56 to 72 at 1e-8), to errors that differ by
%   less than a factor of 4, as it was published; psf does with a quarter of the evaluations of the
%   others, because its derivatives need none, where no force is a law of one's own. It keeps
%   everything to rounding, index1 is off by up to 1e-3 at 1e-3. bdf needs half to two thirds of the
%   evaluations of radau5, but asks for one at a time and takes about as long. The explicit methods
%   are bounded by the fastest decay (71/s): never fewer than 420 steps, and ten to a hundred times
%   the time. The pin carries what statics says, but for the tilt of the slot.
%
%   RESULT has an element for each spring with the fields spring, different (from the equations: p
%   and v at 10 and 20 s; with exact moments, with those of the source), runs, reference (see
%   GEOMSCOMPARE), size (of p, v, lambda: largest change) and load (a row for each: mass, force in
%   the pin, that of statics, height [mm] and angle [mrad] of the chassis).
%
%   Takes about 25 s.
%
%   See also TRUCK_BODIES, RUN_TRUCK, TRUCK_CONTENDERS, GEOMSCOMPARE.

here = fileparts (mfilename ('fullpath'));
addpath (here, fullfile (here, '..'), fullfile (here, '..', '..', 'toolbox'));
if nargin < 1, file = ''; end
if nargin < 2 || isempty (tolerances), tolerances = 10.^(-3:-1:-8); end
if nargin < 3 || isempty (list), list = truck_contenders (); end
if nargin < 4 || isempty (springs), springs = {'linear', 'pneumatic'}; end
if nargin < 5, film = ''; end

result = struct ('spring', springs, 'different', [], 'runs', [], 'reference', [], 'size', [], ...
    'load', []);
for i = 1:numel (springs)
    result(i).different = beside_equations (springs{i});
    fprintf ('\nTruck of seven bodies, %s spring, [0, 20], errors as in run_truck\n', springs{i});
    sys = truck_bodies ('seven', springs{i});
    [runs, reference] = geomscompare (sys, [0 10 20], struct (), 'Contenders', {list.pair}, ...
        'Tolerances', tolerances, 'AbsTol', weights (1), 'Options', ...
        geomsset ('MaxSteps', 1e6, 'MaxWallTime', 60), 'Plot', 'off');
    result(i).runs = runs;
    result(i).reference = reference;
    truck_costs (runs, list);
    [result(i).load, result(i).size] = unload (springs{i});
end
if ~isempty (film)
    sys = truck_bodies ('seven', springs{1});
    geomsanimate (run (sys, [0 20], struct (), 1e-6), sys, 'Speed', 2, 'FrameRate', 10, 'Size', ...
        [640 400], 'File', film);
end
if ~isempty (file)
    write_picture (file, [1180 520 * numel(springs)], @() truck_draw (panels (result), list));
    fprintf ('The picture: %s\n', file);
end

end

% multipliers are 1e5 times as large as what moves
function w = weights (tolerance)
w = struct ('p', tolerance, 'v', tolerance, 'lambda', 1e5 * tolerance);
end

function [sol, opts] = run (sys, tspan, x0, tolerance)
opts = {'RelTol', tolerance, 'AbsTol', weights(tolerance)};
sol = geoms (sys, tspan, x0, opts{:});
end

function different = beside_equations (spring)
moments = [1 -1];
bodies = run (truck_bodies ('five', spring), [0 10 20], struct (), 1e-12);
for i = 1:2
    [sys, x0] = truck_system (spring, 'constrained', struct ('moment', moments(i)));
    sol = run (sys, [0 10 20], x0, 1e-12);
    different(i) = max (max (abs ([sol.p; sol.v] - [bodies.p; bodies.v]))); %#ok<AGROW>
    steps(i) = sol.stats.nsteps; %#ok<AGROW>
end
fprintf (['\nTruck of five bodies, %s spring, beside its equations, psf at 1e-12, p and v at ', ...
    '10 and 20 s\n\n  exact moments          %8.1e  (%d steps, equations %d)\n  moments of ', ...
    'the source  %8.1e\n'], spring, different(1), bodies.stats.nsteps, steps(1), different(2));
end

% less and less load, from where the full truck rests: pin force against statics
function [rows, sizes] = unload (spring)
[sys, tree] = truck_bodies ('seven', spring);
more = {};
if sys.vectorized
    more = {'vectorized', true};
end
sys = geomssys (tree, 'parameters', {'load.mass', 'load.inertia'}, more{:});
full = sys.parameters;
fprintf ('\n  load [kg]  pin [N]  statics  chassis [mm, mrad]\n');
rows = zeros (3, 5);
for i = 1:3
    q = full * (4 - i) / 3;
    sol = run (geomssys (sys, 'parameters', q), [0 60], struct (), 1e-8);
    rows(i, :) = [q(1), -sol.lambda(end), q(1) * 9.81 * 2.44 / 4.05, ...
        1e3 * (sol.p(3:4, end) - [2; 0]).'];
    fprintf ('  %9.0f %8.0f %8.0f  %7.2f %6.2f\n', round (100 * rows(i, :)) / 100 + 0);
    if i == 1
        moved = @(x) max (max (abs (x - x(:, ones (1, size (x, 2))))));
        sizes = [moved(sol.p), moved(sol.v), max(abs (sol.lambda))];
    end
end
fprintf ('  full: p and v change by at most %.1e and %.1e, lambda is at most %.1e\n', sizes);
end

function list = panels (result)
list = struct ('runs', {}, 'work', {}, 'axis', {}, 'title', {});
for r = result
    name = sprintf ('Seven bodies, %s spring, [0, 20]', r.spring);
    list(end + 1) = struct ('runs', r.runs, 'work', 'evaluations', 'axis', ...
        [50 1e5 1e-9 1e-1], 'title', name); %#ok<AGROW>
    list(end + 1) = struct ('runs', r.runs, 'work', 'seconds', 'axis', [3e-4 3 1e-9 1e-1], ...
        'title', name); %#ok<AGROW>
end
end
