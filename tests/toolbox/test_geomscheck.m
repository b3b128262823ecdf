function [passed, failed] = test_geomscheck ()
%TEST_GEOMSCHECK  Derivatives of the user's against numerical ones.

cases = {
    'nothing is found in systems that are right', @right
    'every wrong sign in the pendulum is found, in all its forms', @pendulums
    'every wrong sign is found with contact and time', @contacts
    'every wrong sign is found with kinematics, nonholonomic constraints, invariants', @tops
    'every wrong sign is found in a residual form with all its parts', @all_parts
    'every wrong sign is found in the car axis', @car_axis
    'a wrong sign in Andrews'' mechanism is named', @andrews
    'every wrong sign is found in a native model', @native
    'small errors are found, too', @small_errors
    'an invariant that is none', @no_invariant
    'a mass matrix that is not symmetric or not positive', @mass
    'a residual form with the sign of the constraint forces turned is noted', @forces
    'a level that is left out is not blamed for the Jacobian', @blame
    'what is right on the constraints only is right', @on_constraints
    'the table', @printed
    'the names of the system', @names
    'errors and functions that are not defined everywhere', @user_error
    'a large system: some states at a time', @large
    'wrong arguments', @refused};
[passed, failed] = geoms_suite ('geomscheck', cases);

end

% ---- systems ----

function x0 = at_rest ()
x0 = struct ('p', [1; 0]);
end

% a point on a curve that moves: s (p) from c = s + s^3 - p1, g = p2 - s^2 - sin (t) / 10
function [sys, x0] = contact ()
rate = @(v,s) v(1) / (3*s^2 + 1);
sys = geomssys ('mass', [1 2], 'force', @(t,p,v) [-p(1); -1], ...
    'contact', @(t,p,z) z.s + z.s^3 - p(1), ...
    'constraint', @(t,p,z) p(2) - z.s^2 - sin (t) / 10, ...
    'constraintJacobian', @(t,p,z) [-2*z.s / (3*z.s^2 + 1), 1], ...
    'constraintVelocity', @(t,p,v,z) v(2) - 2*z.s * rate (v, z.s) - cos (t) / 10, ...
    'constraintAcceleration', @(t,p,v,z) -2 * rate (v, z.s)^2 ...
    + 12 * z.s^2 * rate (v, z.s)^2 / (3*z.s^2 + 1) + sin (t) / 10, 'dims', struct ('ns', 1));
x0 = struct ('p', [0.7; 0.3], 'v', [0.5; 0.2], 's', 0.5);
end

% a free body with unit quaternions that is led by a nonholonomic constraint
function Z = rates (q)
Z = 0.5 * [-q(2), -q(3), -q(4); q(1), -q(4), q(3); q(4), q(1), -q(2); -q(3), q(2), q(1)];
end

function H = leading (q)
H = [q(2), q(3), q(1)^2, 1];
end

function part = leading_part (q, v)
qdot = rates (q) * v;
part = [qdot(2), qdot(3), 2*q(1)*qdot(1), 0] * qdot + leading (q) * rates (qdot) * v;
end

function [sys, x0] = top (varargin)
J = [1; 2; 3];
parts = {'mass', J, 'kinematics', @(t,p) rates(p), ...
    'force', @(t,p,v) -[v(2)*v(3)*(J(3) - J(2)); v(3)*v(1)*(J(1) - J(3)); ...
    v(1)*v(2)*(J(2) - J(1))], ...
    'nonholonomic', @(t,p,v) leading(p) * rates(p) * v, ...
    'nonholonomicJacobian', @(t,p) leading(p), ...
    'nonholonomicAcceleration', @(t,p,v) leading_part(p, v), ...
    'invariant', @(t,p,v) [p'*p - 1; J'*v.^2 - 2], ...
    'invariantGradient', @(t,p,v) [0, 0, 0, 2*p'; 2*(J.*v)', 0, 0, 0, 0]};
sys = geomssys (parts{:}, varargin{:});
x0 = struct ('p', [0.5; 0.5; 0.5; -0.5], 'v', [0.4; 0.6; -0.3]);
end

% x = [w; lambda; mu; r; v (3); s; p (3)]: the curve above, led in a direction, with a force element
function y = everything (t, x)
[w, lambda, mu, r, s] = deal (x(1), x(2), x(3), x(4), x(8));
v = x(5:7);
p = x(9:11);
c1 = 3*s^2 + 1;
sdot = v(1) / c1;
G = [-2*s / c1, 1, 0];
H = [sin(p(3)), -cos(p(3)), 0];
f = [-p(1) + w; -1 - v(2); -p(3) + r] - G.' * lambda - H.' * mu;
a = f ./ [1; 2; 0.5];
gIIpart = -2*sdot^2 + 12*s^2*sdot^2 / c1 + sin (t) / 10;
hIpart = (cos (p(3)) * v(1) + sin (p(3)) * v(2)) * v(3) - 0.1;
gI = v(2) - 2*s*sdot - cos (t) / 10;
g = p(2) - s^2 - sin (t) / 10;
y = [w - 2*r + lambda * v(1) / 10; G * a + gIIpart; H * a + hIpart; gI; H * v - 0.2 - 0.1*t; ...
    s + s^3 - p(1); g; p(1) - r; f; v];
end

% exact: imaginary steps
function J = jacobian (fcn, t, x)
J = zeros (numel (fcn (t, x)), numel (x));
for j = 1:numel (x)
    moved = x;
    moved(j) = moved(j) + 1e-30i;
    J(:, j) = imag (fcn (t, moved)) / 1e-30;
end
end

function [sys, x0] = all_of_it ()
sys = geomssys ('dims', struct ('np', 3, 'nr', 1, 'nw', 1, 'ns', 1, 'nl', 1, 'nm', 1), 'eom', ...
    @everything, 'jac', @(t,x) jacobian (@everything, t, x), 'mass', [1 2 0.5]);
x0 = struct ('p', [0.7; 0.3; 0.4], 'v', [0.5; 0.2; 0.1], 's', 0.5, 'r', 0.3, 'lambda', 0.2, ...
    'mu', -0.4, 'w', 0.6);
end

% ---- mutations ----

function y = flipped (y, i)
y(i) = -y(i);
end

% the system with entry i of a function turned
function sys = mutant (sys, name, i)
fcn = sys.functions.(name);
switch nargin (fcn)
    case 2
        sys.functions.(name) = @(t,p) flipped (fcn (t, p), i);
    case 3
        sys.functions.(name) = @(t,p,v) flipped (fcn (t, p, v), i);
    otherwise
        sys.functions.(name) = @(t,p,v,z) flipped (fcn (t, p, v, z), i);
end
end

% every one of these entries that is not zero everywhere; what is found names function and row
function need_all_found (sys, x0, name, m, entries, called)
for i = entries
    changed = mutant (sys, name, i);
    report = geomscheck (changed, 0.3, x0, 'States', 3);
    row = mod (i - 1, m) + 1;
    if ~any (strcmp ({report.findings.function}, called))
        check (is_zero (sys, x0, name, i), '%s(%d) is not found', name, i);
    else
        names = {report.findings(strcmp ({report.findings.function}, called)).row};
        check (any (strcmp (names, sprintf ('%d', row))) || ~isempty (strfind (names{1}, '(')), ...
            '%s(%d): row %s', name, i, names{1});
    end
end
end

% zero at states in no special place
function yes = is_zero (sys, x0, name, i)
values = zeros (1, 3);
for k = 1:3
    z = struct ('r', [], 'w', [], 's', 0.3 + k / 7, 'lambda', 1, 'mu', 1);
    p = x0.p + 0.1 * cos (k + (1:numel (x0.p))');
    v = sin (3 * k + (1:numel (x0.p) - strcmp (name, 'none'))');
    if isfield (x0, 'v')
        v = x0.v + 0.3 * sin (3 * k + (1:numel (x0.v))');
    end
    list = {0.1 * k, p, v, z};
    fcn = sys.functions.(name);
    if nargin (fcn) == 3 && any (strcmp (name, {'constraint', 'constraintJacobian'}))
        list = {0.1 * k, p, z};
    end
    y = fcn (list{1:nargin(fcn)});
    values(k) = y(i);
end
yes = all (values == 0);
end

% ---- cases ----

function right ()
for form = {'mechanical', 'velocity', 'varying mass', 'vectorized', 'columns', 'model', ...
        'residual', 'residual batch', 'residual jac', 'reduced'}
    report = geomscheck (pendulum (form{1}), 0, at_rest ());
    check (report.ok && isempty (report.findings) && isempty (report.notes), '%s', form{1});
    check (report.states == 5 && report.entries > 0 && ~isempty (report.checked));
end
for make = {@contact, @top, @all_of_it, @andrews_system, @caraxis_system}
    [sys, x0] = make{1} ();
    report = geomscheck (sys, 0, x0, 'States', 8);
    check (report.ok, '%s: %s', func2str (make{1}), text_of (report));
end
report = geomscheck (geomssys ('mass', 1, 'force', @(t,p,v) -p), 0, struct ('p', 1));
check (report.ok);
end

function text = text_of (report)
text = '';
for f = report.findings
    text = [text, sprintf('%s(%s,%s) %g instead of %g; ', f.function, f.row, f.column, f.value, ...
        f.expected)]; %#ok<AGROW>
end
end

function pendulums ()
sys = pendulum ('velocity');
need_all_found (sys, at_rest (), 'constraintJacobian', 1, 1:2, 'constraintJacobian');
need_all_found (sys, at_rest (), 'constraintVelocity', 1, 1, 'constraintVelocity');
need_all_found (sys, at_rest (), 'constraintAcceleration', 1, 1, 'constraintAcceleration');
sys = pendulum ('model');
for letter = {'G', 'gIIpart'}
    changed = sys;
    changed.functions.model = @(t,p,v) turned (sys.functions.model (t, p, v), letter{1});
    report = geomscheck (changed, 0, at_rest ());
    check (strcmp (report.findings(1).function, ['model: ', letter{1}]));
end
sys = pendulum ('residual jac');
names = {'gII', 'gI'};
for i = 1:2
    report = geomscheck (mutant (sys, 'eom', i), 0, at_rest ());
    check (any (strcmp ({report.findings.function}, ['eom: ', names{i}])));
end
x = [0.3; 0.5; -0.7; 0.6; -0.8];
J = sys.functions.jac (0, x);
for i = find (J(:))'
    report = geomscheck (mutant (sys, 'jac', i), 0, at_rest ());
    check (numel (report.findings) == 1 && strcmp (report.findings.function, 'jac'), 'entry %d', i);
end
end

function s = turned (s, letter)
s.(letter) = -s.(letter);
end

function contacts ()
[sys, x0] = contact ();
fcn = sys.functions;
for i = 1:2
    changed = sys;
    changed.functions.constraintJacobian = @(t,p,z) flipped (fcn.constraintJacobian (t, p, z), i);
    report = geomscheck (changed, 0.3, x0);
    check (any (strcmp ({report.findings.column}, sprintf ('p(%d)', i))));
end
need_all_found (sys, x0, 'constraintVelocity', 1, 1, 'constraintVelocity');
need_all_found (sys, x0, 'constraintAcceleration', 1, 1, 'constraintAcceleration');
end

function tops ()
[sys, x0] = top ();
need_all_found (sys, x0, 'nonholonomicJacobian', 1, 1:4, 'nonholonomicJacobian');
need_all_found (sys, x0, 'nonholonomicAcceleration', 1, 1, 'nonholonomicAcceleration');
need_all_found (sys, x0, 'invariantGradient', 2, 1:14, 'invariantGradient');
report = geomscheck (mutant (sys, 'invariantGradient', 13), 0, x0);
check (strcmp (report.findings.row, '1') && strcmp (report.findings.column, 'p(4)'));
end

function all_parts ()
[sys, x0] = all_of_it ();
J = jacobian (@everything, 0.37, 0.3 + 0.4 * cos (1:11)');
for i = find (J(:))'
    report = geomscheck (mutant (sys, 'jac', i), 0.3, x0, 'States', 3);
    check (numel (report.findings) == 1 && strcmp (report.findings.function, 'jac'), 'entry %d', i);
end
names = {'eom: gII', 'eom: hI', 'eom: gI'};
for i = 1:3
    report = geomscheck (mutant (sys, 'eom', 1 + i), 0.3, x0, 'States', 3);
    check (any (strcmp ({report.findings.function}, names{i})), '%s', names{i});
end
end

function car_axis ()
[sys, x0] = caraxis_system ();
need_all_found (sys, x0, 'constraintJacobian', 2, 1:8, 'constraintJacobian');
need_all_found (sys, x0, 'constraintVelocity', 2, 1:2, 'constraintVelocity');
need_all_found (sys, x0, 'constraintAcceleration', 2, 1:2, 'constraintAcceleration');
end

function andrews ()
[sys, x0] = andrews_system ();
G = sys.functions.constraintJacobian (0, x0.p + 0.1);
entries = find (G(:))';
for i = entries(1:5:end)
    report = geomscheck (mutant (sys, 'constraintJacobian', i), 0, x0, 'States', 2);
    row = sprintf ('%d', mod (i - 1, 6) + 1);
    check (numel (report.findings) == 1 && strcmp (report.findings.row, row), 'entry %d', i);
    check (strcmp (report.findings.column, sprintf ('p(%d)', ceil (i / 6))));
end
end

% each term of the example's Jacobian, and its hidden constraints
function native ()
if ~has_sources () || system ('cc --version > /dev/null 2>&1') ~= 0
    fprintf ('skip geomscheck: no C sources here to compile\n');
    return
end
here = fileparts (mfilename ('fullpath'));
examples = fullfile (fileparts (fileparts (here)), 'examples', 'native');
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() rmdir (folder, 's'));
old = path ();
restorer = onCleanup (@() path (old));
addpath (examples);
good = fileread (fullfile (examples, 'pendulum_native.c'));
check (native_report (folder, good, 0));
entries = regexp (good, 'J\[[^;]*;', 'match');
check (numel (entries) == 9);
for i = 1:numel (entries)
    text = strrep (good, entries{i}, regexprep (entries{i}, '= (.*);', '= -($1);'));
    [ok, names] = native_report (folder, text, i);
    check (~ok && all (strcmp (names, 'pendulum: jac')), '%s', entries{i});
end
for level = {'gII', 'gI'}
    text = regexprep (good, ['\*', level{1}, ' = ([^;]*);'], ['*', level{1}, ' = -($1);']);
    [ok, names] = native_report (folder, text, level{1});
    check (~ok && any (strcmp (names, ['pendulum: ', level{1}])), '%s', level{1});
end
end

% a library of its own each time: one that is loaded must not be overwritten
function [ok, names] = native_report (folder, text, number)
code = fullfile (folder, sprintf ('model%s.c', num2str (number)));
file = fopen (code, 'w');
fprintf (file, '%s', text);
fclose (file);
sys = geomssys ('library', build (code, folder), 'symbol', 'pendulum', 'parameters', [1 9.81]);
report = geomscheck (sys, 0, struct ('p', [1; 0]));
ok = report.ok;
names = {report.findings.function};
end

function small_errors ()
sys = pendulum ('velocity');
fcn = sys.functions.constraintAcceleration;
sys.functions.constraintAcceleration = @(t,p,v) fcn (t, p, v) * (1 + 1e-4);
report = geomscheck (sys, 0, at_rest ());
check (~report.ok);
sys.functions.constraintAcceleration = @(t,p,v) fcn (t, p, v) * (1 + 1e-9);
report = geomscheck (sys, 0, at_rest ());
check (report.ok);
end

function no_invariant ()
[sys, x0] = top ();
sys.functions.invariant = @(t,p,v) [p'*p - 1; [1 2 -3] * v.^2 - 2];
sys.functions.invariantGradient = @(t,p,v) [0, 0, 0, 2*p'; 2*[1 2 -3].*v', 0, 0, 0, 0];
report = geomscheck (sys, 0, x0);
check (~report.ok && all (strcmp ({report.findings.function}, 'invariant: de/dt')));
check (all (strcmp ({report.findings.row}, '2')));
end

function mass ()
sys = geomssys ('mass', @(t,p) [2, 0.1*p(1); 0.2, 1], 'force', @(t,p,v) -p);
report = geomscheck (sys, 0, at_rest ());
check (~report.ok && strcmp (report.findings(1).function, 'mass'));
sys = geomssys ('mass', @(t,p) diag ([1, -1]), 'force', @(t,p,v) -p);
report = geomscheck (sys, 0, at_rest ());
check (~report.ok && report.findings(1).value < 0);
sys = geomssys ('dims', struct ('np', 2), 'eom', @(t,x) [-x(3:4); x(1:2)], 'mass', ...
    @(t,x) [1 2; 3 20]);
report = geomscheck (sys, 0, at_rest ());
check (strcmp (report.findings(1).function, 'mass'));
end

function forces ()
g = 13.75;
eom = @(t,x) [2*(x(2:3)'*x(2:3)) - 2*g*x(5) + 4*x(1)*(x(4:5)'*x(4:5)); 2*(x(4:5)'*x(2:3)); ...
    x(4:5)'*x(4:5) - 1; 2*x(4)*x(1); -g + 2*x(5)*x(1); x(2:3)];
report = geomscheck (geomssys ('dims', struct ('np', 2, 'nl', 1), 'eom', eom), 0, at_rest ());
check (report.ok && numel (report.notes) == 2 && strcmp (report.notes(1).column, 'lambda(1)'));
end

function blame ()
sys = pendulum ('mechanical');
report = geomscheck (mutant (sys, 'constraintJacobian', 2), 0, at_rest ());
check (numel (report.findings) == 1 && strcmp (report.findings.function, 'constraintJacobian'));
check (strcmp (report.findings.column, 'p(2)'));
check_close (report.findings.value, -report.findings.expected, 1e-7);
end

function on_constraints ()
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) [0; -1], 'constraint', @(t,p) p'*p - 1, ...
    'constraintJacobian', @(t,p) 2*p' / (p'*p), 'constraintAcceleration', @(t,p,v) 2*(v'*v), ...
    'constraintVelocity', @(t,p,v) 2*(p'*v));
report = geomscheck (sys, 0, at_rest ());
check (report.ok, '%s', text_of (report));
end

function printed ()
sys = pendulum ('velocity'); %#ok<NASGU>
text = evalc ('geomscheck (sys, 0, struct (''p'', [1; 0]))');
check (~isempty (strfind (text, 'all agree')) && ~isempty (strfind (text, 'constraintVelocity')));
sys = mutant (pendulum ('velocity'), 'constraintJacobian', 2); %#ok<NASGU>
text = evalc ('geomscheck (sys, 0, struct (''p'', [1; 0]))');
check (~isempty (regexp (text, 'constraintJacobian +1 +p\(2\)', 'once')), '%s', text);
end

function names ()
sys = pendulum ('velocity', 'names', struct ('p', {{'left', 'up'}}));
report = geomscheck (mutant (sys, 'constraintJacobian', 2), 0, at_rest ());
check (strcmp (report.findings.column, 'p(2) up'));
end

function user_error ()
sys = pendulum ('mechanical');
changed = sys;
changed.functions.constraint = @(t,p) failing (p);
check_error ('my:own:error', @() geomscheck (changed, 0, at_rest ()));
% defined near the given state only
changed.functions.constraint = @(t,p) p'*p - 1 + defined (max (abs (p - [1; 0])) < 0.05);
report = geomscheck (changed, 0, at_rest ());
check (report.ok && report.states == 2);
end

function g = failing (p)
if abs (p(2)) > 1e-5
    error ('my:own:error', 'mine');
end
g = p'*p - 1;
end

function zero = defined (condition)
if ~condition
    error ('my:own:error', 'not defined here');
end
zero = 0;
end

% a chain of 80 points; its last entry is wrong, and no call has so many states that matrices fill the memory
function large ()
K = 80;
d = @(p) reshape (p, 2, K, []) - cat (2, zeros (2, 1, size (p, 2)), reshape (p(1:end - 2, :), 2, K - 1, []));
sys = geomssys ('mass', ones (2*K, 1), 'force', @(t,p,v) zeros (size (p)), 'constraint', ...
    @(t,p) reshape (sum (d (p) .^ 2), K, []) - 1, 'constraintJacobian', @(t,p) chain_rows (d (p), K), ...
    'constraintAcceleration', @(t,p,v) 2 * reshape (sum (d (v) .^ 2), K, []), 'dims', ...
    struct ('np', 2*K), 'derive', 'off', 'vectorized', true, 'pattern', 'off');
most_states (0);
p = reshape ([1:K; zeros(1, K)] * 0.6 + [zeros(1, K); 1:K] * 0.8, [], 1);
report = geomscheck (sys, 0, struct ('p', p), 'States', 1);
check (isequal ({report.findings.function}, {'constraintJacobian'}), '%s', text_of (report));
check (isequal ({report.findings.row, report.findings.column}, {'80', 'p(160)'}));
height = 160 + 80 + 80 * 160 + 160;
check (most_states () > 1 && most_states () * height * 8 <= 64e6, '%d states', most_states ());
end

% 2 (x_k - x_{k-1}) of all states, with 1 percent too much at the end
function G = chain_rows (D, K)
n = size (D, 3);
most_states (n);
G = zeros (K, 2 * K, n);
for k = 1:K
    G(k, 2*k-1:2*k, :) = 2 * reshape (D(:, k, :), 1, 2, n);
    if k > 1
        G(k, 2*k-3:2*k-2, :) = -2 * reshape (D(:, k, :), 1, 2, n);
    end
end
G(K, 2 * K, :) = 1.01 * G(K, 2 * K, :);
end

function value = most_states (count)
persistent most
if nargin > 0 && count == 0
    most = 0;
elseif nargin > 0
    most = max (most, count);
end
value = most;
end

function refused ()
sys = pendulum ('mechanical');
check_error ('geoms:arguments:number', @() geomscheck (sys, 0));
check_error ('geoms:system:sys', @() geomscheck (1, 0, at_rest ()));
check_error ('geoms:check:time', @() geomscheck (sys, [0 1], at_rest ()));
check_error ('geoms:check:arguments', @() geomscheck (sys, 0, at_rest (), 'States', 0));
check_error ('geoms:check:arguments', @() geomscheck (sys, 0, at_rest (), 'State', 3));
check_error ('geoms:x0:missing', @() geomscheck (sys, 0, struct ('v', 1)));
many = geomssys ('mass', ones (3000, 1), 'force', @(t,p,v) -p, 'dims', struct ('np', 3000), 'derive', 'off');
check_error ('geoms:check:large', @() geomscheck (many, 0, struct ('p', ones (3000, 1))), '6000');
end

%!test
%! [~, failed] = test_geomscheck ();
%! assert (failed, 0);
