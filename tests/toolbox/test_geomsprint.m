function [passed, failed] = test_geomsprint ()
%TEST_GEOMSPRINT  Systems, solutions, options, trees, comparisons and sweeps in a few lines.

cases = {
    'a system: form, unknowns, constraints, parameters, functions', @systems
    'recorded, called and why', @recording
    'other forms', @forms
    'a solution: span, steps, residuals, events, cost', @solutions
    'a solution that failed, redundant rows, a start that was moved', @trouble
    'large systems are as short', @large
    'options that are set', @options
    'a tree, a comparison', @others
    'a sweep, also with values, also with members that failed', @sweeps
    'describing functions without output print the same', @no_output
    'what is saved and loaded', @loaded
    'lines are no longer than 100 letters', @widths
    'something else is refused', @refused};
[passed, failed] = geoms_suite ('geomsprint', cases);

end

function yes = has (text, varargin)
yes = all (cellfun (@(part) ~isempty (strfind (text, part)), varargin));
end

function must_have (text, varargin)
for i = 1:numel (varargin)
    check (has (text, varargin{i}), '''%s'' is not in: %s', varargin{i}, text);
end
end

function count = lines_of (text)
count = sum (text == sprintf ('\n'));
end

function x0 = at_rest ()
x0 = struct ('p', [1; 0]);
end

function [sys, tree] = four_bar (varargin)
tree = geomstree ('planar', true);
bar = {'mass', 1, 'com', [0.5 0], 'inertia', 1/12};
tree = geomsaddbody (tree, 'crank', bar{:}, 'q', pi/2);
tree = geomsaddbody (tree, 'coupler', 'parent', 'crank', 'at', [1 0], bar{:}, 'q', -pi/2);
tree = geomsaddbody (tree, 'rocker', 'at', [1 0], bar{:}, 'q', pi/2);
tree = geomsaddjoint (tree, 'revolute', {'coupler', [1 0]}, {'rocker', [1 0]}, 'name', 'pin');
sys = geomssys (tree, varargin{:});
end

% ---- systems ----

function systems ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v,q) [0; -9.81*q.m], 'constraint', ...
    @(t,p,q) p'*p - 1, 'invariant', @(t,p,v,q) p(1)*0, 'names', struct ('p', {{'left_arm', 'up'}}), ...
    'parameters', struct ('m', 2, 'table', [1 2 3 4 5 6 7 8 9]), 'derive', 'on');
text = geomsprint (sys);
must_have (text, 'mechanical', 'left_arm, up', 'lambda       1', ...
    '1 on position, velocity and acceleration level', '1 invariants', 'freedom      1', 'constant', ...
    'm = 2', 'table: a double of size 1 x 9', 'force, ', 'constraintJacobian');
check (lines_of (text) < 16);
free = geomsprint (geomssys ('mass', [1 2], 'force', @(t,p,v) -p));
must_have (free, 'constraints  none', 'freedom      2', 'diagonal, constant');
end

function recording ()
off = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'derive', 'off', 'vectorized', true);
must_have (geomsprint (off), 'no, they are called', '''off''', 'vectorized');
random = geomssys ('mass', 1, 'force', @(t,p,v) -p * rand (), 'derive', 'auto');
text = geomsprint (random);
if strcmp (random.derive.status, 'refused')
    must_have (text, 'no, they are called: ', 'same value');
end
waits = geomssys ('mass', 1, 'force', @(t,p,v,z) -p + z.r, 'dynamics', @(t,p,v,z) -z.r, 'derive', 'on');
must_have (geomsprint (waits), 'their numbers are found', 'when the first run');
named = geomssys ('mass', @(t,p,q) q, 'force', @(t,p,v) -p, 'names', struct ('p', {{'left', 'up'}}), ...
    'parameters', 3, 'derive', 'on');
must_have (geomsprint (named), 'left, up', 'a function');
end

function forms ()
text = geomsprint (four_bar ('parameters', {'rocker.mass', 'Kp', 3}, 'force', @(t,p,v,q) q(2) * [1; 0; 0]));
must_have (text, 'tree of 3 bodies in the plane: crank, coupler, rocker', '1 joints', 'rocker.q', ...
    'pin: coincide x', 'rocker.mass = 1, Kp = 3', 'added: force', 'freedom      1');
must_have (geomsprint (pendulum ('vectorized')), 'constraints');
sys = geomssys ('dims', struct ('np', 2, 'nv', 2, 'nl', 1), 'mass', [1; 1], 'eom', @(t,x) zeros (6, 1));
text = geomsprint (sys);
must_have (text, 'residual', 'that of accelerations is not given', 'eom');
end

% ---- solutions ----

function solutions ()
sys = geomssys (pendulum ('vectorized'), 'derive', 'off');
sol = geoms (sys, [0 1], at_rest (), 'Events', @(t,p,v) p(1, :), 'Method', 'bdf');
text = geomsprint (sol);
must_have (text, 't = 0 ... 1, psf, bdf, RelTol 1e-06', sprintf ('%d steps', sol.stats.nsteps), ...
    sprintf ('%d rejected', sol.stats.nfailed), 'ok: ', 'p 2, v 2, lambda 1', ...
    sprintf ('position %.1e', max (sol.residual.relative(1, :))), ...
    sprintf ('acceleration %.1e', max (sol.residual.relative(3, :))), ...
    sprintf ('1, with the number of the function: t = %.5g (1)', sol.xe), ...
    sprintf ('%d calls of functions', sol.stats.callbacks), 'geomsextend', 'limited by', ...
    sprintf ('5 in %d steps', sol.info.orders(2, end)));
check (lines_of (text) < 16);
sparse_less = geoms (sys, [0 1], at_rest (), 'Dense', 'off', 'Residuals', 'off');
text = geomsprint (sparse_less);
check (has (text, 'no dense data') && ~has (text, 'residuals') && ~has (text, 'geomsval'));
end

function trouble ()
sys = geomssys ('mass', eye (2), 'force', @(t,p,v) [0; -9.81], 'constraint', @(t,p) [p'*p - 1; ...
    2*p'*p - 2], 'names', struct ('p', {{'x', 'y'}}), 'derive', 'on');
sol = geoms (sys, [0 3], struct ('p', [1; 0.1]), 'MaxSteps', 5, 'Display', 'off');
text = geomsprint (sol);
must_have (text, 'failed: MaxSteps = 5', 'Raise MaxSteps', 'g(1), g(2)', '1 of 2 position', ...
    '2 multipliers are not unique', 'start', '''x''', 'was moved from 1 to 0.995');
start = strfind (text, 'was moved');
check (numel (start) == 1);
stopped = geoms (sys, [0 3], at_rest (), 'Events', @(t,p,v) deal (p(1), true, 0), 'Display', 'off');
must_have (geomsprint (stopped), 'event: ', 'geomsextend');
end

function large ()
n = 400;
names = arrayfun (@(i) sprintf ('link %d', i), 1:n, 'UniformOutput', false);
sys = geomssys ('mass', ones (n, 1), 'force', @(t,p,v) -p, 'names', struct ('p', {names}));
sol = geoms (sys, [0 0.5], struct ('p', ones (n, 1)));
text = [geomsprint(sys), geomsprint(sol)];
must_have (text, '400: link 1, ', 'and 392 more', 'p 400, v 400');
check (lines_of (text) < 25 && numel (text) < 2000, '%d letters', numel (text));
end

% ---- the others ----

function options ()
text = geomsprint (geomsset ('RelTol', 1e-9, 'Method', 'bdf', 'Events', @(t,p,v) p(1), 'AbsTol', [1 2]));
must_have (text, '4 are set', '1e-09 (default 1e-06)', 'bdf', '@(', 'AbsTol                   [1 2]');
check (lines_of (text) == 5);
check (lines_of (geomsprint (geomsset ())) == 1);
end

function others ()
[~, tree] = four_bar ();
check (strcmp (geomsprint (tree), evalc ('geomstree (tree)')));
res = geomscompare (pendulum ('vectorized'), [0 0.2], at_rest (), 'Formulations', {'psf', 'ggl'}, ...
    'Tolerances', 1e-4, 'Display', 'off', 'Plot', 'off');
text = geomsprint (res);
check (strcmp (text, evalc ('geomscompare (res, ''table'')')));
must_have (text, 'psf', 'ggl', 'radau5');
end

function sweeps ()
sys = pendulum ('vectorized');
X0 = struct ('p', {[1; 0], [0; -1], [5; 5]});
old = warning ('off', 'geoms:sweep:failed');
restorer = onCleanup (@() warning (old));
results = geomssweep (sys, [0 1], X0, [], 'Initial', 'check');
text = geomsprint (results);
must_have (text, '3, 1 failed, 2 ok; solutions', 'member 3', 'failed: ', results(3).info.message(1:20), ...
    sprintf ('together %d', results(1).stats.nsteps + results(2).stats.nsteps));
must_have (geomsprint (results(1)), 'solution', 'psf, radau5');
must_have (geomsprint (results(3)), '1, 1 failed');
values = geomssweep (sys, [0 1], X0(1:2), [], 'Reduce', @(sol) sol.t(end));
must_have (geomsprint (values), '2, 2 ok; values');
must_have (geomsprint (results([])), 'none');
end

function no_output ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'derive', 'off'); %#ok<NASGU>
same = @(a, b) check (strcmp (a, b), '%s', a);
same (evalc ('geomssys (''mass'', 1, ''force'', @(t,p,v) -p, ''derive'', ''off'')'), geomsprint (sys));
same (evalc ('geomsset (''RelTol'', 1e-5);'), geomsprint (geomsset ('RelTol', 1e-5)));
same (evalc ('geomsprint (sys)'), geomsprint (sys));
pen = geomssys (pendulum ('vectorized'), 'derive', 'off');
text = evalc ('geomsinit (pen, 0, struct (''p'', [0.6; -0.9]))');
x0 = geomsinit (pen, 0, struct ('p', [0.6; -0.9]));
must_have (text, sprintf ('p            %.6g, %.6g; moved by at most %.3g', x0.p, ...
    max (abs (x0.p - [0.6; -0.9]))), sprintf ('lambda       %.6g', x0.lambda), 'residuals');
text = evalc ('geomsinit (four_bar (), 0)');
must_have (text, 'crank.q ', 'pin: coincide y ');
end

function loaded ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'derive', 'off');
sol = geoms (sys, [0 1], struct ('p', 1));
file = [tempname(), '.mat'];
cleaner = onCleanup (@() delete (file));
save (file, 'sol');
back = load (file);
check (strcmp (geomsprint (back.sol), geomsprint (sol)));
end

function widths ()
sys = four_bar ('parameters', {'crank.mass', 'coupler.mass', 'rocker.mass', 'crank.inertia', 'rocker.inertia', ...
    'a_long_name_of_my_own', 3});
sol = geoms (sys, [0 1], struct ('v', [1; -1; 1]), 'MaxSteps', 4, 'Display', 'off');
text = [geomsprint(sys), geomsprint(sol)];
lines = strsplit (text, sprintf ('\n'));
check (max (cellfun (@numel, lines)) <= 101, '%d', max (cellfun (@numel, lines)));
end

function refused ()
check_error ('geoms:arguments:number', @() geomsprint ());
check_error ('geoms:print:value', @() geomsprint (3), 'not 3');
check_error ('geoms:print:value', @() geomsprint ('sol'));
check_error ('geoms:print:value', @() geomsprint (struct ('a', 1)));
check_error ('geoms:print:value', @() geomsprint (struct ('info', 1, 'stats', 2, 'value', 3)), 'geomssweep');
sol = geoms (pendulum ('vectorized'), [0 0.1], at_rest ());
check_error ('geoms:print:value', @() geomsprint (rmfield (sol, 'p')), 'p');
sys = pendulum ('vectorized');
sys.dims = 3;
check_error ('geoms:system:sys', @() geomsprint (sys));
end

%!test
%! [~, failed] = test_geomsprint ();
%! assert (failed, 0);
