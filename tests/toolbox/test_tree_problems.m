function [passed, failed] = test_tree_problems ()
%TEST_TREE_PROBLEMS  Problems of the IFToMM library of multibody benchmarks from bodies and joints.
%   A01, A02, A03 (Gonzalez et al. 2006); A04, Bricard's mechanism, is in TEST_EXAMPLES.

cases = {
    'A01: a pendulum as a hinge and as a rod, 10 s', @pendulum_of_bodies
    'A01: 2000 s', @long_pendulum
    'A02: 2 and 40 four-bars up to where all bars lie in a line', @to_the_line
    'A02: 2 four-bars beyond it, 10 s', @beyond_the_line
    'A03: Andrews'' mechanism, 0.05 s: the drive''s work is the energy', @energy_of_andrews};
[passed, failed] = geoms_suite ('tree_problems', cases);

end

function opts = tolerance (value)
opts = geomsset ('RelTol', value, 'AbsTol', value);
end

% ---- A01: exact values, elliptic functions ----

function exact = places ()
table = fullfile (fileparts (mfilename ('fullpath')), '..', 'data', 'pendulum_a01.csv');
exact = dlmread (table, ',', 4, 0)';
end

function sys = hinge ()
sys = geomssys (geomsaddbody (geomstree ('planar', true), 'arm', 'mass', 1, 'com', [1 0]));
end

function pendulum_of_bodies ()
exact = places ();
exact = exact(:, 1:4);
times = [0, exact(1, :)];
sol = geoms (hinge (), times, struct (), tolerance (1e-12));
check_close ([cos(sol.p(2:end)); sin(sol.p(2:end))], exact(2:3, :), 1e-9);

tree = geomsaddbody (geomstree ('planar', true), 'x', 'joint', 'prismatic', 'q', 1);
tree = geomsaddbody (tree, 'mass', 'parent', 'x', 'joint', 'prismatic', 'axis', 'y', 'mass', 1);
sys = geomssys (geomsaddjoint (tree, 'rod', 'ground', 'mass', 'name', 'bar'));
sol = geoms (sys, times, struct (), tolerance (1e-12));
check_close (sol.p(:, 2:end), exact(2:3, :), 1e-9);
check (max (sol.residual.relative(:)) < 1e-12);
end

function long_pendulum ()
exact = places ();
sys = hinge ();
sol = geoms (sys, [0 2000], struct (), tolerance (1e-12), 'Dense', 'off');
check_close ([cos(sol.p(end)); sin(sol.p(end))], exact(2:3, end), 1e-5);
end

% ---- A02: cranks at (0, 0) ... (N, 0), couplers between their ends, uniform bars of length 1 ----

function sys = four_bars (N)
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
cranks = arrayfun (@(i) sprintf ('crank%d', i), 0:N, 'UniformOutput', false);
couplers = arrayfun (@(i) sprintf ('coupler%d', i), 1:N, 'UniformOutput', false);
tree = geomsaddbody (geomstree ('planar', true), cranks, bar{:}, 'at', ...
    num2cell ([(0:N)', zeros(N + 1, 1)], 2), 'q', pi/2, 'v', -1);
tree = geomsaddbody (tree, couplers, 'parent', cranks(1:N), 'at', [1 0], bar{:}, 'q', -pi/2, ...
    'v', 1);
for i = 1:N
    tree = geomsaddjoint (tree, 'revolute', {couplers{i}, [1 0]}, {cranks{i + 1}, [1 0]});
end
sys = geomssys (tree);
end

% As long as the bars stay parallel ((N+1)/3 + N) theta'' = -((N+1)/2 + N) 9.81 cos theta. All bars
% lie in a line, theta = 0, first at 0.714356 s (2) and 0.721581 s (40); theta and theta' at 0.7 s
% from the integral of the energy, 30 digits
function to_the_line ()
exact = [2, 0.0689872656266539, -4.72357213979499; 40, 0.101191468666191, -4.56988440711596];
for row = exact'
    N = row(1);
    sys = four_bars (N);
    check (sys.dims.np == 2 * N + 1 && sys.dims.nl == 2 * N);
    sol = geoms (sys, [0 0.7], struct (), tolerance (1e-10));
    sides = [ones(N + 1, 1); -ones(N, 1)];
    check_close (sol.p(:, end), row(2) * sides, 1e-9);
    check_close (sol.v(:, end), row(3) * sides, 1e-8);
    check (max (sol.residual.relative(:)) < 1e-12);
end
end

% x, y, x', y' of the first crank's end at 4 and 10 s: own values of the exact reduced equation; the
% published ones at 10 s, 0.3284580986 for x by extrapolation of EXUDYN's
% fourBarMechanismIftomm.py, agree to 4e-8
function beyond_the_line ()
exact = [0.11761610237680861, 0.9930591384513251, 1.0690392650289686, -0.12661504916672028
    0.32845811154081538, 0.94451853817860096, 1.4230514702069441, -0.49486884548704296]';
sys = four_bars (2);
sol = geoms (sys, [0 4 10], struct (), tolerance (1e-10));
check (strcmp (sol.info.status, 'ok'), '%s', sol.info.message);
m = geomsmotion (sol, sys, {'crank0', [1 0]}, [4 10]);
check_close ([m.x; m.v], exact, 1e-6);
end

% ---- A03 ----

% the drive's pin F, 0.007 (cos, sin) of beta, from an own computation in quadruple precision
function energy_of_andrews ()
before = path ();
restore = onCleanup (@() path (before)); %#ok<NASGU>
addpath (fullfile (fileparts (mfilename ('fullpath')), '..', '..', 'examples', 'andrews'));
sys = geomssys (andrews_bodies ());
sol = geoms (sys, [0 0.05], struct (), tolerance (1e-10));
e = geomsenergy (sol, sys);
check (max (abs (e.total - e.work - e.total(1))) < 1e-8, 'energy: %g', ...
    max (abs (e.total - e.work - e.total(1))));
check_close (e.work(end), 0.033 * (sol.p(1, end) - sol.p(1, 1)), 1e-9);
m = geomsmotion (sol, sys, {'K1', [0.007 0]}, 0.05);
check_close (m.x, [-0.0052085047222967; 0.0046766952603107], 1e-9);
end
