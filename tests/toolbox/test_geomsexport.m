function [passed, failed] = test_geomsexport ()
%TEST_GEOMSEXPORT  Systems written in .m and in C: the same values, the same steps.
%   Everything is written into a folder of its own, which is removed.

cases = {
    'in .m: terms of mechanisms to 1e-13', @terms_in_m
    'in .m: the same steps; derived again: no callbacks, as many operations', @runs_in_m
    'in .m: every operation, with the values of the functions', @operations_in_m
    'in .m: branches and roots', @branches_in_m
    'in .m: what is written is what both hosts understand', @plain_m
    'names and states', @names_and_states
    'in C: and in .m: parameters', @parameters
    'what is refused', @refused
    'in C: the bits of mechanisms, without a warning', @mechanisms_in_c
    'in C: all formulations', @formulations_in_c
    'in C: massless, held by a constraint', @massless_in_c
    'in C: every operation', @operations_in_c
    'in C: 50 links', @chain_in_c};
if ~has_sources () || system ('cc --version > /dev/null 2>&1') ~= 0
    fprintf ('skip geomsexport in C: no C sources here, or no compiler\n');
    cases = cases(cellfun ('isempty', strfind (cases(:, 1), 'in C:')), :);
end
[passed, failed] = geoms_suite ('geomsexport', cases);

end

% ---- files ----

function [folder, cleaner] = work_folder ()
folder = tempname ();
mkdir (folder);
old = path ();
addpath (folder);
cleaner = onCleanup (@() remove (folder, old));
end

function remove (folder, old)
path (old);
files = dir (folder);
for file = files(~[files.isdir])'
    delete (fullfile (folder, file.name));
end
rmdir (folder);
end

% the function in the file that is written of it
function fcn = in_m (folder, sys, name, varargin)
geomsexport (sys, fullfile (folder, [name, '.m']), varargin{:});
rehash ();
fcn = str2func (name);
end

function sys = recorded_again (fcn)
if nargin (fcn) == 2
    sys = fcn ([], 'on');    % with the parameters that it was written with
else
    sys = fcn ('on');
end
end

% the system in the library that is made of it, with every warning an error
function native = in_c (folder, sys, name, varargin)
file = fullfile (folder, name);
[symbol, q] = geomsexport (sys, [file, '.c'], varargin{:});
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
command = sprintf (['cc -std=c99 -Wall -Wextra -pedantic -Werror -O1 -fPIC -shared ', ...
    '-ffp-contract=off -I "%s" "%s.c" -o "%s.so" -lm 2>&1'], ...
    fullfile (root, 'mex', 'core', 'include'), file, file);
[status, text] = system (command);
check (status == 0, '%s', text);
native = geomssys ('library', [file, '.so'], 'symbol', symbol, 'parameters', q);
end

% ---- systems ----

function sys = pendulum_alone (varargin)
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
    'derive', 'on', varargin{:});
end

function x = tilted ()
x = struct ('p', [0.6; -0.8], 'v', [0.8; 0.6]);
end

% name, function that describes it with all levels by hand, end of a run
function list = mechanisms ()
root = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
for folder = {'slidercrank', 'nonholonomic', 'truck'}
    addpath (fullfile (root, 'examples', folder{1}));
end
list = {'written_andrews', @andrews_system, 0.003; 'written_caraxis', @caraxis_system, 0.1
    'written_slidercrank', @slidercrank_system, 0.3; 'written_top', @top_system, 0.03
    'written_truck', @truck_by_hand, 1; 'written_knife', @knife_edge_by_hand, 0.3
    'written_sleigh', @sleigh_by_hand, 0.3; 'written_disk', @disk_by_hand, 0.3
    'written_skate', @() skate(''), 0.3};
end

% states beside one
function list = beside (x0)
list = cell (1, 4);
for k = 1:4
    list{k} = x0;
    for name = fieldnames (x0)'
        value = x0.(name{1});
        list{k}.(name{1}) = value(:) + 0.1 * sin (k * (1:numel (value))');
    end
end
end

function compare_terms (a, b, x0, limit)
states = beside (x0);
for k = 1:numel (states)
    found = geomsterms (a, 0.1 * k, states{k});
    expected = geomsterms (b, 0.1 * k, states{k});
    for name = {'M', 'Z', 'f', 'C', 'g', 'gI', 'gIIpart', 'h', 'hIpart', 'b', 'd', 'c', 'e'}
        u = found.(name{1});
        v = expected.(name{1});
        check (isequal (isnan (u), isnan (v)), 'NaN in %s', name{1});
        u(isnan (u)) = 0;
        v(isnan (v)) = 0;
        check (isempty (u) || all (abs (u(:) - v(:)) <= limit * (1 + abs (v(:)))), '%s: %g', name{1}, ...
            max (abs (u(:) - v(:))));
    end
end
end

% ---- in .m ----

function terms_in_m ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
for item = mechanisms ()'
    [full, x0] = item{2} ();
    fcn = in_m (folder, bare_system (full), item{1}, 0, x0);
    compare_terms (fcn (), geomssys (full, 'derive', 'off'), x0, 1e-13);
end
end

function runs_in_m ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
list = mechanisms ();
for i = [2 5 7 9]
    [full, x0] = list{i, 2} ();
    fcn = in_m (folder, bare_system (full), list{i, 1}, 0, x0);
    run = @(sys) geoms (sys, [0, list{i, 3}], x0, 'RelTol', 1e-6, 'AbsTol', 1e-6);
    expected = run (geomssys (full, 'derive', 'off'));
    sol = run (fcn ());
    check (abs (sol.stats.naccpt - expected.stats.naccpt) <= 1, '%d steps', sol.stats.naccpt);
    check_close (sol.p(:, end), expected.p(:, end), 1e-7);
    again = recorded_again (fcn);
    sol = run (again);
    check (sol.stats.callbacks == 0, '%s: %d callbacks', list{i, 1}, sol.stats.callbacks);
    check_close (sol.p(:, end), expected.p(:, end), 1e-7);
    if full.has_parameters
        continue    % numbers in one file, inputs in the other
    end
    % a + -2 b is written a - 2 b: a sign may be shared, or not
    geomsexport (bare_system (full), fullfile (folder, 'bare.c'), 0, x0, 'Symbol', 'bare');
    geomsexport (again, fullfile (folder, 'again.c'), 'Symbol', 'bare');
    check (abs (operations (folder, 'again') / operations (folder, 'bare') - 1) <= 0.01);
end
end

% what the head of a file in C tells
function count = operations (folder, name)
text = fileread (fullfile (folder, [name, '.c']));
found = regexp (text, '\* (\d+) (?:operations|the derivatives)', 'tokens');
count = sum (cellfun (@(c) str2double (c{1}), found));
check (numel (found) == 2);
end

% a force of many operations, all of whose arguments lie within their limits
function f = many (t, p, v)
a = 0.3 + 0.2 * sin (p(1));
b = 1.7 + 0.5 * cos (v(1) * t);
f = [a + b - 2 * a * b; a / b; -(a - b) / (a + b); (a - (b - 3)) * (a * (b / a)); a^2 + b^3; ...
    (a + b)^2 / (-a)^3; a^-1 + b^-2; a^b; 2^a + (-2)^3; b^1.5 - b^-0.5; -a^2; (a * b)^2 * -b; ...
    sqrt(a) * abs(a - b); sign(p(1)) + min(a, b) + max(p(1), -b); ...
    (a < b) + (p(1) <= 0) + 2 * (p(1) > 0); ((p(1) > 0) & (v(1) > 0)) - ((p(1) > 0) | ~(v(1) > 0)); ...
    (p(1) == v(1)) + (p(1) ~= v(1)); tan(a) + asin(a) + acos(a) + atan(b); atan2(a, b) + hypot(a, b); ...
    sinh(a) - cosh(a) + tanh(b); exp(a) + expm1(b) - log(b) - log1p(a) + log2(b) * log10(b); ...
    floor(7 * p(1)) + ceil(7 * p(1)) + round(7 * p(1)) - fix(7 * p(1)); ...
    mod(5 * p(1), b) + rem(5 * p(1), b); ...
    a - (b - (a - (b * (a - 1)))); 1e-300 * a - 1e300 / b; 0.1 * a + b / 3 - 1 / 3 * a; -(-a * -b) - -3];
end

function sys = all_operations ()
f = @(t,p,v) many (t, p, v);
count = numel (f (0, 0.1, 0.2));
sys = geomssys ('mass', ones (count, 1), 'force', f, 'derive', 'on');
end

function operations_in_m ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = all_operations ();
fcn = in_m (folder, sys, 'written_operations');
n = sys.dims.np;
x0 = struct ('p', 0.3 * cos ((1:n)'), 'v', 0.2 * sin ((1:n)'));
compare_terms (fcn (), sys, x0, 1e-13);
compare_terms (fcn (), sys, struct ('p', -x0.p, 'v', -x0.v), 1e-13);
compare_terms (fcn ('on'), sys, x0, 1e-13);
end

function f = contact (p, v)
if p(1) > 1e9
    error ('my:guard', 'out of reach');
end
f = [-9.81; -norm(v) * v(2)];
if p(1) < 0
    f(1) = f(1) - 1e3 * p(1) - 5 * v(1) * (v(1) < 0);
end
end

function branches_in_m ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) contact (p, v), 'constraint', @(t,p) ...
    p(2) - sqrt (1 + p(1)^2), 'derive', 'on');
fcn = in_m (folder, sys, 'written_branches');
for p1 = [-0.5, 0, 0.5]
    x0 = struct ('p', [p1; 1], 'v', [-0.3; 0]);
    compare_terms (fcn (), sys, x0, 1e-13);
    compare_terms (fcn ('on'), sys, x0, 1e-13);
end
text = fileread (fullfile (folder, 'written_branches.m'));
check (~isempty (strfind (text, 'merge_ (p(1) < 0, ')), '%s', text);
end

function plain_m ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
list = mechanisms ();
for i = [1 5 9]
    [full, x0] = list{i, 2} ();
    in_m (folder, full, list{i, 1}, 0, x0);
    text = fileread (fullfile (folder, [list{i, 1}, '.m']));
    faults = mfile_faults (text, {'geomssys'});
    check (isempty (faults), '%s: %s', list{i, 1}, sprintf ('%d %s; ', faults'{:}));
    check (max (cellfun ('length', strsplit (text, sprintf ('\n')))) <= 105);
    check (isempty (regexp (text, '[+-] -|\(-[\w.()]+\) \*', 'once')), '%s', text);
end
in_m (folder, pendulum_alone (), 'written_pendulum');
text = fileread (fullfile (folder, 'written_pendulum.m'));
for line = {'g = p(1)^2 + p(2)^2 - 1;', 'G(1,2) = 2 * p(2);', 'gIIpart = 2 * v(1)^2 + 2 * v(2)^2;'}
    check (~isempty (strfind (text, [sprintf('\n'), line{1}, sprintf('\n')])), '%s', text);
end
end

% ---- around ----

function names_and_states ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = pendulum_alone ();
check (strcmp (geomsexport (sys, fullfile (folder, '3 bars.c')), 'model_3_bars'));
check (strcmp (geomsexport (sys, fullfile (folder, 'a.c'), 'Symbol', 'other'), 'other'));
check (~isempty (strfind (fileread (fullfile (folder, 'a.c')), 'const GeomsModel other = {')));
% sizes that a state tells
open = geomssys ('mass', @(t,p) eye (numel (p)), 'force', @(t,p,v) -p, 'derive', 'on');
check_error ('geoms:export:sizes', @() geomsexport (open, fullfile (folder, 'b.c')), 'struct (''p''');
fcn = in_m (folder, open, 'written_open', 0, struct ('p', [1; 2; 3]));
compare_terms (fcn (), open, struct ('p', [1; 2; 3]), 1e-15);
geomsexport (open, fullfile (folder, 'b.c'), 0, struct ('p', [1; 2; 3]), 'Symbol', 'b');
check (~isempty (strfind (fileread (fullfile (folder, 'b.c')), 'np = 3')));
% one function 'model'
one = geomssys ('model', @(t,p,v) struct ('M', [2; 1], 'f', [0; -9.81], 'g', p'*p - 1), 'dims', ...
    struct ('np', 2), 'derive', 'on');
fcn = in_m (folder, one, 'written_model');
compare_terms (fcn (), one, tilted (), 1e-14);
% a system that is not derived
by_hand = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2 * p', 'constraintAcceleration', @(t,p,v) 2 * (v'*v));
fcn = in_m (folder, by_hand, 'written_by_hand');
compare_terms (fcn (), by_hand, tilted (), 1e-14);
end

function parameters ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
q = struct ('L', 1.5, 'far', struct ('g', [1 9.81]));
sys = geomssys ('mass', [1 1], 'force', @(t,p,v,q) [0; -q.far.g(2)], 'constraint', @(t,p,q) ...
    p'*p - q.L^2, 'parameters', q, 'derive', 'on');
fcn = in_m (folder, sys, 'written_parameters');
compare_terms (fcn (), sys, tilted (), 1e-14);
native = in_c (folder, sys, 'written_parameters');
compare_terms (native, sys, tilted (), 0);
q = struct ('L', 3, 'far', struct ('g', [1 1.6]));
sys = geomssys (sys, 'parameters', q);
compare_terms (fcn (q), sys, tilted (), 1e-14);
compare_terms (fcn (q, 'on'), sys, tilted (), 1e-14);
compare_terms (geomssys (native, 'parameters', [3; 1; 1.6]), sys, tilted (), 0);
check_error ('geoms:native:create', @() geomssys (native, 'parameters', [3; 1]), '2 parameters');
fcn = in_m (folder, sys, 'written_others');
compare_terms (fcn (), sys, tilted (), 1e-14);
text = fileread (fullfile (folder, 'written_others.m'));
for part = {'q.far.g = [1, 1.6];', 'f(2) = -q.far.g(2);'}
    check (~isempty (strfind (text, part{1})), '%s', text);
end
% a vector
sys = geomssys ('mass', [1 1], 'force', @(t,p,v,q) -q(2) * p, 'parameters', [1 2 3], 'derive', 'on');
fcn = in_m (folder, sys, 'written_vector');
compare_terms (fcn (), sys, tilted (), 1e-14);
compare_terms (fcn ([1 5 3]), geomssys (sys, 'parameters', [1 5 3]), tilted (), 1e-14);
% pages
sys = geomssys ('mass', [1 1], 'force', @(t,p,v,q) -q.c(2,1,3) * p - q.c(1,1,2) * v, 'parameters', ...
    struct ('c', reshape (1:6, [2 1 3])), 'derive', 'on');
fcn = in_m (folder, sys, 'written_pages');
compare_terms (fcn (), sys, tilted (), 1e-14);
end

function refused ()
sys = pendulum_alone ();
check_error ('geoms:export:file', @() geomsexport (sys, 'model.h'), 'model.h');
check_error ('geoms:export:file', @() geomsexport (sys, 1), 'ends with');
check_error ('geoms:export:arguments', @() geomsexport (sys, 'm.c', 0), 'both or none');
check_error ('geoms:export:time', @() geomsexport (sys, 'm.c', NaN, struct ('p', [1; 0])), 'real');
check_error ('geoms:export:symbol', @() geomsexport (sys, 'm.c', 'Symbol', 'a b'), 'a b');
check_error ('geoms:export:symbol', @() geomsexport (sys, 'm.c', 'Symbol', 'double'), 'double');
check_error ('geoms:export:symbol', @() geomsexport (sys, 'rda.c'), 'rda');
check_error ('geoms:export:symbol', @() geomsexport (sys, 'force.m'), 'force');
check_error ('geoms:export:symbol', @() geomsexport (sys, 'end.m'), 'end');
check_error ('geoms:export:write', @() geomsexport (sys, fullfile (tempname (), 'm.c')), 'm.c');
check_error ('geoms:system:sys', @() geomsexport (1, 'm.c'));
plain = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'derive', 'off');
check_error ('geoms:export:derive', @() geomsexport (plain, 'm.c'), '''derive'', ''on''');
residual = geomssys ('dims', struct ('np', 1), 'eom', @(t,x) x);
check_error ('geoms:export:form', @() geomsexport (residual, 'm.m'), 'residual');
sorted = geomssys ('mass', eye (2), 'force', @(t,p,v) sort (p));
check_error ('geoms:derive:refused', @() geomsexport (sorted, 'm.m'), 'sort');
check (exist ('m.c', 'file') == 0 && exist ('m.m', 'file') == 0);
end

% ---- in C ----

function mechanisms_in_c ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
for item = mechanisms ()'
    [full, x0] = item{2} ();
    sys = bare_system (full);
    native = in_c (folder, sys, item{1}, 0, x0);
    compare_terms (native, sys, x0, 0);
    run = @(sys) geoms (sys, [0, item{3}], x0, 'RelTol', 1e-6, 'AbsTol', 1e-6);
    a = run (native);
    b = run (sys);
    check (isequal (a.y, b.y) && a.stats.callbacks == 0, '%s: other bits', item{1});
end
end

function formulations_in_c ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = pendulum_alone ();
native = in_c (folder, sys, 'written');
pairs = {'psf', 'radau5'; 'psf', 'bdf'; 'psi1', 'radau5'; 'ggl', 'radau5'; 'index1', 'radau5'; ...
    'index2', 'radau5'; 'index3', 'radau5'; 'baumgarte', 'dopri5'; 'partition-svd', 'dopri5'; ...
    'uode', 'dopri5'};
for pair = pairs'
    run = @(sys) geoms (sys, [0 1], struct ('p', [1; 0]), 'Formulation', pair{1}, 'Method', pair{2});
    a = run (native);
    b = run (sys);
    check (a.stats.naccpt == b.stats.naccpt, '%s: %d steps', pair{1}, a.stats.naccpt);
    check_close (a.p(:, end), b.p(:, end), 1e-10);
end
end

% M = diag (0, 1): a bead without mass beside the one that it holds
function massless_in_c ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = geomssys ('mass', [0; 1], 'force', @(t,p,v) [0; -p(2)], 'constraint', @(t,p) ...
    p(1) - p(2)^2, 'derive', 'on');
native = in_c (folder, sys, 'written_massless');
for formulation = {'psf', 'psi1'}
    run = @(sys) geoms (sys, [0 2], struct ('p', [1; 1]), 'Formulation', formulation{1});
    a = run (native);
    b = run (sys);
    check (a.stats.naccpt == b.stats.naccpt);
    check_close (a.p(:, end), b.p(:, end), 1e-10);
end
end

function operations_in_c ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
sys = all_operations ();
native = in_c (folder, sys, 'written_operations');
n = sys.dims.np;
x0 = struct ('p', 0.3 * cos ((1:n)'), 'v', 0.2 * sin ((1:n)'));
compare_terms (native, sys, x0, 0);
compare_terms (native, sys, struct ('p', -x0.p, 'v', -x0.v), 0);
end

function chain_in_c ()
[folder, cleaner] = work_folder (); %#ok<ASGLU>
[sys, x0] = chain_of_links (50);
native = in_c (folder, sys, 'written_chain');
compare_terms (native, sys, x0, 0);
end

%!test
%! [~, failed] = test_geomsexport ();
%! assert (failed, 0);
