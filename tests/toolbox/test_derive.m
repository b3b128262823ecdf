function [passed, failed] = test_derive ()
%TEST_DERIVE  Systems from M, f, g, h alone: 'derive', 'on' of geomssys.

cases = {
    'a pendulum from its constraint: no callbacks, levels to rounding', @pendulum_alone
    'every kind of unknown: the skate, as with all levels by hand', @skate_alone
    'mechanisms with references: as with all levels by hand', @mechanisms
    'examples: as with all levels by hand', @examples
    'terms, rda and J beside the models in C', @beside_models
    'one function model, vectorized functions, M (p)', @other_ways
    'all formulations and methods', @formulations
    'terms, checks, initial values, linearisation, continued runs', @around
    'parameters', @parameters
    'branches, guards, friction at rest', @branches
    'contact points in turned axes', @turned_contacts
    'a force that jumps right behind the start', @jumps
    'levels that are given are compared', @given
    'small linear systems whose pivots vanish', @pivots
    'what is refused, and where', @refused
    'what differs along the run is told', @differs
    'a trace leaves nothing behind', @nothing_left};
[passed, failed] = geoms_suite ('derive', cases);

end

function sys = bare (varargin)
list = {'mass', eye(2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1};
if ~any (strcmp (varargin(1:2:end), 'derive'))
    list = [list, {'derive', 'on'}];
end
sys = geomssys (list{:}, varargin{:});
end

function sys = by_hand (varargin)
sys = bare ('derive', 'off', 'constraintJacobian', @(t,p) 2 * p', 'constraintAcceleration', ...
    @(t,p,v) 2 * (v'*v), varargin{:});
end

function x0 = level ()
x0 = struct ('p', [1; 0]);
end

function pendulum_alone ()
options = {'RelTol', 1e-8, 'AbsTol', 1e-8};
sol = geoms (bare (), [0 5], level (), options{:});
expected = geoms (by_hand (), [0 5], level (), options{:});
check (sol.stats.callbacks == 0, '%d callbacks', sol.stats.callbacks);
check (sol.stats.naccpt == expected.stats.naccpt, '%d steps', sol.stats.naccpt);
check_close (sol.y(:, end), expected.y(:, end), 1e-7);
check (max (sol.residual.relative(:)) < 1e-12, 'residuals');
% a constraint that moves: the support goes along x = sin (2 t) / 4
moving = @(t,p) (p(1) - sin (2 * t) / 4)^2 + p(2)^2 - 1;
sol = geoms (geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'constraint', moving, ...
    'derive', 'on'), [0 2], struct ('p', [0; -1], 'v', [0.5; 0]), options{:});
a = @(t, y) [y(2); -9.81 * sin(y(1)) + sin(2 * t) * cos(y(1))];
[~, y] = ode45 (a, [0 2], [0; 0], odeset ('RelTol', 1e-10, 'AbsTol', 1e-10));
check_close (sol.p(:, end), [sin(4) / 4 + sin(y(end, 1)); -cos(y(end, 1))], 1e-6);
end

function skate_alone ()
[full, x0] = skate ('vectorized', 'derive', 'off');
options = {'RelTol', 1e-9, 'AbsTol', 1e-9};
sol = geoms (bare_system (full), [0 2], x0, options{:});
expected = geoms (full, [0 2], x0, options{:});
check (sol.stats.callbacks == 0 && sol.stats.naccpt == expected.stats.naccpt);
check_close (sol.y(:, end), expected.y(:, end), 1e-9);
end

function restore = examples_path ()
before = path ();
restore = onCleanup (@() path (before));
here = fileparts (mfilename ('fullpath'));
for folder = {'bricard', 'slidercrank', 'nonholonomic', 'truck'}
    addpath (fullfile (here, '..', '..', 'examples', folder{1}));
end
end

function mechanisms ()
restore = examples_path (); %#ok<NASGU>
list = {@andrews_system, 0.005; @caraxis_system, 0.2; @slidercrank_system, 0.5; @top_system, 0.05; ...
    @truck_by_hand, 2; @knife_edge_by_hand, 0.5; @sleigh_by_hand, 0.5; @disk_by_hand, 0.5};
for i = 1:size (list, 1)
    [full, x0] = list{i, 1} ();
    need_alike (bare_system (full), full, x0, list{i, 2}, func2str (list{i, 1}));
end
end

% the functions of the examples are written for one point, without levels
function examples ()
restore = examples_path (); %#ok<NASGU>
list = {@truck_system, @truck_by_hand, 2; @knife_edge_system, @knife_edge_by_hand, 0.5; ...
    @sleigh_system, @sleigh_by_hand, 0.5; @disk_system, @disk_by_hand, 0.5; ...
    @bricard_system, @bricard_by_hand, 0.1};
for i = 1:size (list, 1)
    [sys, x0] = list{i, 1} ();
    need_alike (sys, list{i, 2} (), x0, list{i, 3}, func2str (list{i, 1}), 'ConstraintDecomposition', ...
        'svd');
end
end

% to rounding
function beside_models ()
restore = examples_path (); %#ok<NASGU>
list = {'truck', @() truck_system(); 'truck_pneumatic', @() truck_system('pneumatic'); 'slidercrank', ...
    @slidercrank_system; 'knifeedge', @knife_edge_system; 'skate', ...
    @() bare_skate()};
for i = 1:size (list, 1)
    [sys, x0] = list{i, 2} ();
    model = quick_model (list{i, 1});
    if ~strcmp (model.form, 'native')
        continue    % no compiler
    end
    x = geomsinit (model, 0, x0);
    for k = 1:4
        for block = {'p', 'v', 'lambda', 'mu'}
            at = x.(block{1});
            x.(block{1}) = at + 0.02 * max (0.01, abs (at)) .* sin (k * (1:numel (at))');
        end
        need_same (sys, model, 0.1 * k, x, list{i, 1});
    end
end
end

function [sys, x0] = bare_skate ()
[full, x0] = skate ('vectorized');
sys = bare_system (full);
end

function need_same (sys, model, t, x, name)
found = geomsterms (sys, t, x);
expected = geomsterms (model, t, x);
for field = {'M', 'Z', 'f', 'C', 'g', 'gI', 'gIIpart', 'h', 'hIpart', 'b', 'd', 'c', 'e', 'rda', 'J'}
    a = found.(field{1});
    b = expected.(field{1});
    far = max ([abs(a(:) - b(:)); 0]) / max ([abs(b(:)); 1]);
    check (far < 1e-13, '%s, %s: %g', name, field{1}, far);
end
end

function need_alike (sys, full, x0, tend, name, varargin)
run = @(sys) geoms (sys, [0, tend], x0, 'RelTol', 1e-7, 'AbsTol', 1e-7, varargin{:});
sol = run (sys);
expected = run (geomssys (full, 'derive', 'off'));
check (sol.stats.callbacks == 0 && expected.stats.callbacks > 0, '%s: %d, %d calls', name, ...
    sol.stats.callbacks, expected.stats.callbacks);
check (sol.stats.naccpt == expected.stats.naccpt, '%s: %d, %d steps', name, sol.stats.naccpt, ...
    expected.stats.naccpt);
check_close (sol.p(:, end), expected.p(:, end), 1e-10);
check (max (sol.residual.relative(:)) < 1e-11, '%s', name);
end

function other_ways ()
options = {'RelTol', 1e-9, 'AbsTol', 1e-9};
expected = geoms (by_hand (), [0 2], level (), options{:});
one = geomssys ('model', @(t,p,v) struct ('M', eye (2), 'f', [0; -9.81], 'g', p'*p - 1, 'G', ...
    2 * p'), 'derive', 'on');
sol = geoms (one, [0 2], level (), options{:});
check_close (sol.y(:, end), expected.y(:, end), 1e-8);
batch = geomssys ('mass', [1 1], 'force', @(t,p,v) [0 * t; -9.81 + 0 * t], 'constraint', ...
    @(t,p) sum (p .^ 2, 1) - 1, 'vectorized', true, 'derive', 'on');
sol = geoms (batch, [0 2], level (), options{:});
check_close (sol.y(:, end), expected.y(:, end), 1e-8);
% a double pendulum in its angles, by hand beside bodies
M = @(t,p) [4/3, cos(p(1) - p(2)) / 2; cos(p(1) - p(2)) / 2, 1/3];
f = @(t,p,v) [-sin(p(1) - p(2)) * v(2)^2 / 2 - 9.81 * 1.5 * cos(p(1)); ...
    sin(p(1) - p(2)) * v(1)^2 / 2 - 9.81 / 2 * cos(p(2))];
sol = geoms (geomssys ('mass', M, 'force', f, 'derive', 'on'), [0 2], struct ('p', [0; 0]), options{:});
rod = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (geomstree ('planar', true), 'upper', rod{:});
tree = geomsaddbody (tree, 'lower', 'parent', 'upper', 'at', [1 0], rod{:});
bodies = geoms (geomssys (tree), [0 2], [], options{:});
check_close (sol.p(:, end), [bodies.p(1, end); sum(bodies.p(:, end))], 1e-6);
end

function formulations ()
expected = geoms (bare (), [0 1], level (), 'RelTol', 1e-10, 'AbsTol', 1e-10);
pairs = {'psf', 'radau5', 1e-5; 'psf', 'bdf', 1e-3; 'psi1', 'radau5', 1e-5; 'ggl', 'radau5', 1e-5; ...
    'index1', 'radau5', 1e-4; 'index2', 'radau5', 1e-4; 'index3', 'radau5', 1e-2; ...
    'baumgarte', 'dopri5', 1e-2; 'partition-svd', 'dopri5', 1e-4; 'uode', 'dopri5', 1e-4};
for pair = pairs'
    sol = geoms (bare (), [0 1], level (), 'Formulation', pair{1}, 'Method', pair{2}, 'RelTol', ...
        1e-6, 'AbsTol', 1e-6);
    check_close (sol.p(:, end), expected.p(:, end), pair{3});
    check (sol.stats.callbacks == 0, '%s: %d callbacks', pair{1}, sol.stats.callbacks);
end
end

function around ()
sys = bare ('names', struct ('p', {{'x', 'y'}}));
report = geomscheck (sys, 0, level ());
check (report.ok, '%d findings', numel (report.findings));
terms = geomsterms (sys, 0, struct ('p', [0.6; -0.8], 'v', [0.8; 0.6]));
check_close (terms.C, [1.2, -1.6], 1e-15);
check_close (terms.gIIpart, 2, 1e-15);
x = geomsinit (sys, 0, struct ('p', [0.9; 0.1]));
check_close (x.p' * x.p, 1, 1e-14);
down = struct ('p', [0; -1]);
one = geomsreduce (sys, 0, down);
two = geomsreduce (by_hand (), 0, down);
check_close (one.J, two.J, 1e-7);
whole = geoms (sys, [0 2], level ());
file = [tempname(), '.mat'];
keeper = onCleanup (@() delete (file));
part = geoms (sys, [0 0.7], level ()); %#ok<NASGU>
save (file, 'sys', 'part');
read = load (file);
sol = geomsextend (read.part, read.sys, 2);
check (isequal (sol.y, whole.y), 'other bits');
end

function parameters ()
q = struct ('L', 1, 'g', 9.81);
sys = geomssys ('mass', eye (2), 'force', @(t,p,v,q) [0; -q.g], 'constraint', @(t,p,q) ...
    p'*p - q.L^2, 'parameters', q, 'derive', 'on');
sol = geoms (sys, [0 1], level (), 'RelTol', 1e-9);
check_close (sol.p(:, end)' * sol.p(:, end), 1, 1e-13);
q.L = 2;
sys = geomssys (sys, 'parameters', q);
sol = geoms (sys, [0 1], struct ('p', [2; 0]), 'RelTol', 1e-9);
check_close (sol.p(:, end)' * sol.p(:, end), 4, 1e-12);
end

% a ball on a floor that is a spring, with a guard; friction |v| v
function branches ()
fall = @(t,p,v) contact (p, v);
plain = geomssys ('mass', 1, 'force', fall);
traced = geomssys ('mass', 1, 'force', fall, 'derive', 'on');
options = {'RelTol', 1e-8, 'AbsTol', 1e-8};
a = geoms (plain, [0 2], struct ('p', 1, 'v', 0), options{:});
b = geoms (traced, [0 2], struct ('p', 1, 'v', 0), options{:});
check_close (b.p(end), a.p(end), 1e-5);
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) -norm (v) * v + [1; 0], 'derive', 'on');
sol = geoms (sys, [0 3], struct ('p', [0; 0]), options{:});
check_close (sol.v(1, end), tanh (3), 1e-6);
end

% contact points in turned axes: no entry of c_s stays away from 0
function turned_contacts ()
R = @(a) [cos(a), -sin(a); sin(a), cos(a)];
for ns = 2:3
    C = @(p) R(p(3));
    if ns == 3
        C = @(p) blkdiag (R (p(3)), 1 + p(1)^2);
    end
    g = @(t,p,z) z.s(1) + z.s(2)^2 + p(3) * z.s(ns);
    sys = geomssys ('mass', eye (3), 'force', @(t,p,v) -p, 'constraint', g, 'contact', ...
        @(t,p,z) C (p) * z.s - p(1:ns), 'dims', struct ('np', 3, 'ns', ns), 'derive', 'on');
    value = @(p) g (0, p, struct ('s', C (p) \ p(1:ns)));
    for angle = [0.3, pi/2 - 1e-9, pi/2]
        p = [0.4; -0.7; angle];
        T = geomsterms (sys, 0, struct ('p', p, 'v', [1; 2; 3], 's', C (p) \ p(1:ns)));
        for k = 1:3
            e = 1e-5 * ((1:3)' == k);
            check_close (T.C(k), (value (p + e) - value (p - e)) / 2e-5, 1e-8);
        end
    end
end
end

% right behind the start there is none any more
function jumps ()
for derive = {'on', 'off'}
    sys = geomssys ('mass', 1, 'force', @(t,p,v) -2 * (p <= 1), 'derive', derive{1});
    for tol = [1e-4 1e-8 1e-12]
        sol = geoms (sys, [0 1.5], struct ('p', 1, 'v', 0.1), 'RelTol', tol, 'AbsTol', tol);
        check_close (sol.p(end), 1.15, 1e-12);
    end
end
end

function F = contact (p, v)
if p > 1e9
    error ('my:guard', 'out of reach');
end
F = -9.81;
if p < 0
    F = F - 1e3 * p - 5 * v * (v < 0);
end
end

function given ()
sys = bare ('constraintJacobian', @(t,p) 2 * p', 'constraintAcceleration', @(t,p,v) 2 * (v'*v));
sol = geoms (sys, [0 1], level ());
check (sol.stats.callbacks == 0);
check_error ('geoms:derive:level', @() geoms (bare ('constraintJacobian', @(t,p) p'), [0 1], level ()), ...
    'constraintJacobian is given and wrong');
check_error ('geoms:derive:level', @() geoms (bare ('constraintAcceleration', @(t,p,v) v'*v), [0 1], ...
    level ()), 'constraintAcceleration');
end

% at a quarter of a turn, and where p(2) is 0, no entry of the diagonal is left
function pivots ()
turn = @(a) [cos(a), -sin(a); sin(a), cos(a)];
about = @(a) [cos(a), 0, sin(a); 0, 1, 0; -sin(a), 0, cos(a)];
for fcn = {@(t,p,v) [turn(p(1)) \ v(1:2); 0], @(t,p,v) about(p(1)) \ v, @(t,p,v) (v' / about(p(1)))', ...
        @(t,p,v) [p(2) 1 v(1); 1 p(2) 2; v(2), -5, p(2)] \ v, @(t,p,v) [2 0 0; p(2) 1 0; v(1) 3 1] \ v}
    sys = geomssys ('mass', [1 1 1], 'force', fcn{1}, 'dims', struct ('np', 3), 'derive', 'on');
    for a = [0.3, pi / 2 - 1e-9, pi / 2, -pi / 2]
        p = [a; (a == 0.3) * 0.7; 0.1];
        v = [2; -3; 0.4];
        terms = geomsterms (sys, 0, struct ('p', p, 'v', v));
        expected = fcn{1} (0, p, v);
        check_close (terms.f / norm (expected), expected / norm (expected), 1e-14);
    end
end
end

function refused ()
one = @(force) geomssys ('mass', eye (2), 'force', force, 'derive', 'on');
message = check_error ('geoms:derive:refused', @() one (@grows), 'write y = zeros (3, 1)');
check (~isempty (strfind (message, 'force')) && ~isempty (strfind (message, 'grows')) ...
    && ~isempty (regexp (message, 'line \d+', 'once')), '%s', message);
check_error ('geoms:derive:refused', @() one (@halved), 'more than 12 decisions');
check_error ('geoms:derive:refused', @() one (@cases_of), 'use if');
check_error ('geoms:derive:refused', @() one (@(t,p,v) p([1, 1 + (p(1) > 0)])), 'depends on the unknowns');
check_error ('geoms:derive:check', @() one (@(t,p,v) rand * p), 'twice');
model = @(fcn) geomssys ('model', fcn, 'dims', struct ('np', 1), 'derive', 'on');
check_error ('geoms:derive:check', @() model (@(t,p,v) struct ('M', 1, 'f', -rand * p)), 'twice');
check_error ('geoms:derive:check', @() geoms (geomssys ('mass', eye (2), 'force', @(t,p,v) -p, ...
    'nonholonomic', @(t,p,v) v(1) * v(2), 'derive', 'on'), [0 1], struct ('p', [1; 0])), 'affine');
check_error ('geoms:system:type', @() geomssys ('mass', 1, 'force', @(t,p,v) 0, 'derive', 1), 'on');
check_error ('geoms:system:missing', @() geomssys ('mass', 1, 'force', @(t,p,v) 0, 'constraint', ...
    @(t,p) p, 'derive', 'off'), 'constraintJacobian');
with_function_m ();
end

% what is asked for is told, also where there is a function m
function with_function_m ()
folder = tempname ();
mkdir (folder);
old = path ();
cleaner = onCleanup (@() removed (folder, old)); %#ok<NASGU>
file = fopen (fullfile (folder, 'm.m'), 'w');
fprintf (file, 'function m ()\nend\n');
fclose (file);
addpath (folder);
check_error ('geoms:derive:refused', @() geomssys ('mass', [1 1], 'force', @(t,p,v) eig ([p, v]), ...
    'derive', 'on'), '''eig'' of a value');
end

function removed (folder, old)
path (old);
delete (fullfile (folder, 'm.m'));
rmdir (folder);
end

function y = grows (t, p, v) %#ok<INUSD>
y = [0; 0];
y(2) = p(1);
end

function y = halved (t, p, v) %#ok<INUSD>
y = p;
while abs (y(1)) > 1e-9
    y = y / 2;
end
end

function y = cases_of (t, p, v) %#ok<INUSD>
switch sign (p(1))
    case 1
        y = p;
    otherwise
        y = -p;
end
end

function nothing_left ()
before = path ();
try
    geomssys ('mass', eye (2), 'force', @grows, 'derive', 'on');
catch
end
bare ();
check (strcmp (before, path ()), 'the path is another one');
check (isa (zeros (2), 'double') && isequal (zeros (2), [0 0; 0 0]));
check (isequal (repmat ([1 2], 2, 1), [1 2; 1 2]) && isequal (cellfun (@(c) c, {1, 2}), [1 2]));
end

% a value that the function keeps, and changes once the run is on its way
function differs ()
global GEOMS_TEST_PUSH
GEOMS_TEST_PUSH = 1;
sys = geomssys ('mass', 1, 'force', @pushed, 'derive', 'on');
GEOMS_TEST_PUSH = 2;
sol = check_warning ('geoms:derive:differs', @() geoms (sys, [0 1], struct ('p', 0, 'v', 0)));
check_close (sol.p(end), 0.5, 1e-6);
check (~isempty (strfind (sol.info.levels, 'force')), '%s', sol.info.levels);
end

function f = pushed (t, p, v) %#ok<INUSD>
global GEOMS_TEST_PUSH
f = GEOMS_TEST_PUSH + 0 * p;
end
