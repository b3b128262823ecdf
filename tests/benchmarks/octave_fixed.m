function octave_fixed (calls)
%OCTAVE_FIXED  What one call of GEOMS costs beside its steps, for each kind of model.
%   octave_fixed (calls) prints, for the pendulum from the horizontal (a tree of bodies: a four-bar),
%   the median CPU time of so many calls (standard 40) that make some five steps, for
%     native      a C model of tests/models, compiled with cc -O2
%     derived     from M, f, g alone, recorded when it was described
%     tree        a four-bar of three bodies
%     mechanical, vectorized, model, residual      by callbacks
%   beside ode45 (explicit form) and ode15s (index 1) on the same span; within: of the compiled
%   integration, by the clock. All take turns. Then what 20001 requested times cost, and the same
%   times by geomsval. Nothing is asserted. Needs the folders toolbox, tests/toolbox, tests/data and
%   examples/truck on the path.

if nargin < 1
    calls = 40;
end
library = compiled ();
cleaner = onCleanup (@() delete (library));
list = contenders (library);
count = numel (list);
seconds = zeros (count, calls);
within = zeros (count, calls);
for round = 0:calls    % the first is not counted
    for i = 1:count
        start = cputime ();
        inside = list(i).run ();
        if round > 0
            seconds(i, round) = cputime () - start;
            within(i, round) = inside;
        end
    end
end
fprintf ('\nOne call with a short time span, CPU ms: median, least of %d\n\n', calls);
fprintf ('%-30s %9s %9s %9s %9s\n', '', 'median', 'least', 'within', '/ ode45');
whole = median (seconds, 2);
for i = 1:count
    fprintf ('%-30s %9.2f %9.2f %9.2f %9.2f\n', list(i).name, 1e3 * whole(i), ...
        1e3 * min (seconds(i, :)), 1e3 * min (within(i, :)), whole(i) / whole(end - 1));
end
requested ();

end

% what many requested times cost: systems from M, f, g alone, and the pendulum by callbacks
function requested ()
list = {'pendulum', @flat_pendulum, 100, 1e-6
    'andrews', @andrews_system, 0.03, 1e-8
    'truck', @truck_by_hand, 20, 1e-6};
fprintf ('\n20001 requested times: ms within the integration, evaluations for each time\n\n');
fprintf ('%-30s %9s %9s %9s %12s %12s %12s\n', '', 'steps', '2 times', '20001', 'evaluations', ...
    'Residuals off', 'geomsval');
for i = 1:size (list, 1)
    [full, x0] = list{i, 2} ();
    row (['derived ', list{i, 1}], bare_system (full), x0, list{i, 3}, list{i, 4}, 20001);
end
x0 = struct ('p', [1; 0]);
row ('mechanical pendulum, 2001', called ('mechanical'), x0, 10, 1e-6, 2001);
row ('vectorized pendulum, 2001', called ('vectorized'), x0, 10, 1e-6, 2001);
row ('four-bar', four_bar (), struct (), 100, 1e-6, 20001);
end

function [sys, x0] = flat_pendulum ()
sys = pendulum ('mechanical');
x0 = struct ('p', [1; 0]);
end

function row (name, sys, x0, tend, tol, times)
options = geomsset ('RelTol', tol, 'AbsTol', tol, 'Display', 'off');
t = linspace (0, tend, times);
few = geoms (sys, [0 tend], x0, options);
many = geoms (sys, t, x0, options);
without = geoms (sys, t, x0, geomsset (options, 'Residuals', 'off'));
start = cputime ();
[~, ~, ~] = geomsval (few, t, sys);
val = cputime () - start;
each = @(sol) (evaluations (sol) - evaluations (few)) / times;
fprintf ('%-30s %9d %9.1f %9.1f %12.2f %12.2f %9.1f ms\n', name, few.stats.naccpt, ...
    1e3 * few.stats.seconds, 1e3 * many.stats.seconds, each (many), each (without), 1e3 * val);
end

function n = evaluations (sol)
n = sol.stats.neom + sol.stats.neomjac + sol.stats.neomout;
end

function list = contenders (library)
x0 = struct ('p', [1; 0]);
derived = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -13.750371636040745655], ...
    'constraint', @(t,p) p'*p - 1, 'derive', 'on');
systems = {'native', geomssys('library', library, 'symbol', 'model_pendulum')
    'derived', derived
    'tree', four_bar()
    'mechanical', called('mechanical')
    'mechanical, vectorized', called('vectorized')
    'model', called('model')
    'residual', called('residual')};
list = struct ('name', {}, 'run', {});
for i = 1:size (systems, 1)
    sys = systems{i, 2};
    start = {x0};
    if strcmp (sys.form, 'tree')
        start = {};
    end
    list(end + 1) = struct ('name', ['GEOMS ', systems{i, 1}], 'run', ...
        @() ours (sys, start)); %#ok<AGROW>
end
g = 13.750371636040745655;
explicit = @(t,y) [y(3:4); [0; -g] - 2*y(1:2)*(y(3:4)'*y(3:4) - g*y(2))/(2*(y(1:2)'*y(1:2)))];
index1 = @(t,y) [y(3:4); -2*y(1:2)*y(5) - [0; g]; ...
    2*(y(3:4)'*y(3:4)) - 2*g*y(2) - 4*(y(1:2)'*y(1:2))*y(5)];
options = odeset ('Mass', diag ([1 1 1 1 0]), 'MStateDependence', 'none', ...
    'InitialSlope', [0; 0; 0; -g; 0]);
list(end + 1) = struct ('name', 'ode45', 'run', ...
    @() other (@() ode45 (explicit, [0 1e-2], [1; 0; 0; 0])));
list(end + 1) = struct ('name', 'ode15s', 'run', ...
    @() other (@() ode15s (index1, [0 1e-2], [1; 0; 0; 0; 0], options)));
end

% a derived one keeps what it has recorded when its sizes are known
function sys = called (form)
sys = pendulum (form);
if strcmp (sys.form, 'mechanical')
    sys = geomssys (sys, 'derive', 'off');
end
end

function sys = four_bar ()
tree = geomstree ('planar', true);
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (tree, 'crank', bar{:}, 'q', pi/3);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [1 0], bar{:}, 'q', -pi/3);
tree = geomsaddbody (tree, 'rocker', 'at', [1.5 0], bar{:}, 'q', pi/2);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [1 0]}, {'rocker', [1 0]}, 'name', 'pin');
sys = geomssys (tree);
end

function inside = ours (sys, start)
sol = geoms (sys, [0 1e-2], start{:});
inside = sol.stats.seconds;
end

function inside = other (run)
[~, ~] = run ();
inside = 0;
end

function library = compiled ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
library = [tempname(), '.so'];
files = '';
for name = {'pendulum', 'pendulum_exact', 'tools'}
    files = sprintf ('%s "%s.c"', files, fullfile (root, 'tests', 'models', name{1}));
end
[status, text] = system (sprintf ('cc -O2 -shared -fPIC -ffp-contract=off -I "%s" %s -o "%s" -lm 2>&1', ...
    fullfile (root, 'mex', 'core', 'include'), files, library));
if status ~= 0
    error ('geoms:benchmark:compile', 'The model does not compile: %s', text);
end
end
