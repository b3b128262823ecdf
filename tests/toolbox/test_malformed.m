function [passed, failed] = test_malformed ()
%TEST_MALFORMED  Random malformed inputs to the public functions and to each command of the MEX file.
%   Valid calls are spoiled in one to three places: wrong types and sizes, NaN, huge, empty, cells,
%   structs with missing fields, functions that return rubbish, handles that do not exist, ... Each
%   must be accepted or answered by an error with an identifier geoms:...; an error of the user's own
%   function comes back unchanged. Every case can be repeated: malformed_case (name, number).
%   With GEOMS_LONG set (tests/run --long) 10,000 of each, else a few.

count = 12;
if is_long ()
    count = 10000;
end
targets = malformed_targets ();
cases = cell (size (targets, 1), 2);
found = {'words of options are rows', @words
    'what a system has is looked at', @has
    'a function that returns another size once', @once
    'Record without a value', @no_record
    'a name of a function is a row', @names
    'Fixed as no text, no real number', @fixed
    'what a system keeps is looked at', @kept
    'a model that is no struct once', @no_struct
    'texts that are no UTF-8', @no_utf8
    'a solution is looked at before it is shown', @shown
    'something else at the k-th call', @else_at
    'a name of an option that is a cell', @cells
    'names and numbers of trees', @of_trees
    'a mass beyond all numbers', @masses
    'a diagonal mass, and kinds of bodies, that are none', @kinds
    'runs of a comparison with times and words that are none', @compared};
for i = 1:size (targets, 1)
    cases(i, :) = {targets{i, 1}, @() campaign(targets{i, 1}, count)};
end
[passed, failed] = geoms_suite ('malformed', [cases; found]);

end

function campaign (target, count)
report = malformed_campaign (target, 1:count);
check (isempty (report.wrong), '%s', sprintf ('%s\n', report.wrong{:}));
check (report.accepted + report.refused + report.own == count, 'not all of %d: %s', count, target);
end

% ---- what the campaigns have found ----

function words ()
sys = pendulum ('mechanical');
x0 = struct ('p', [1; 0]);
check_error ('geoms:options:value', @() geoms (sys, [0 1], x0, 'Formulation', ('ggl')'), '3 x 1');
check_error ('geoms:options:value', @() geoms (sys, [0 1], x0, 'Method', ['bdf'; 'bdf']), '2 x 3');
end

function has ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'invariant', @(t,p,v) v^2 + p^2 - 1);
for wrong = {1, struct('jac', 1), struct('jac', {})}
    other = sys;
    other.has = wrong{1};
    check_error ('geoms:system:sys', @() geoms (other, [0 1], struct ('p', 1)), 'has');
end
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'dims', struct ('np', 1));
check (strcmp (sys.derive.status, 'recorded'));
sys.derive.kept.stamp.functions.force = NaN;
geoms (sys, [0 1], struct ('p', 1));    % is derived again
sys = geomssys ('mass', @(t,p) 1, 'force', @(t,p,v) -p);
sys.dims.nm = NaN;
check_error ('geoms:system:sys', @() geoms (sys, [0 1], struct ('p', 1)), 'dims');
end

function once ()
calls = containers.Map ('n', 0);
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'invariant', @(t,p,v) three_at(calls, v^2 + p^2 - 1), ...
    'derive', 'off', 'dims', struct ('np', 1, 'ni', 1));
raised = false;
for at = 1:30
    calls('n') = -at;
    try
        geoms (sys, [0 0.1], struct ('p', 1));
    catch e
        check (strncmp (e.identifier, 'geoms:', 6), 'call %d: ''%s'' %s', at, e.identifier, e.message);
        raised = raised || ~isempty (strfind (e.message, 'called again'));
    end
end
check (raised, 'no call was told apart');
end

function e = three_at (calls, e)
calls('n') = calls('n') + 1;
if calls('n') == 0
    e = [e, e, e];
end
end

function no_record ()
sys = pendulum ('mechanical');
x0 = struct ('p', [1; 0]);
record = @(t, p, v) malformed_answer (1, 'nothing', []);
check_error ('geoms:record:size', @() geoms (sys, [0 1], x0, 'Record', record), 'Record');
check_error ('geoms:record:size', @() geoms (pendulum ('vectorized'), [0 1], x0, 'Record', record), 'Record');
end

function names ()
for wrong = {['ab'; 'cd'], ('sin')', char(zeros (3, 0))}
    check_error ('geoms:system:type', @() geomssys ('mass', 1, 'force', wrong{1}), 'force');
end
end

function fixed ()
sys = pendulum ('mechanical');
x0 = struct ('p', [1; 0]);
for wrong = {char(200:220), ['p('; 'v('], char([40 200])}
    check_error ('geoms:init:fixed', @() geomsinit (sys, 0, x0, 'Fixed', wrong{1}));
end
check_error ('geoms:init:fixed', @() geomsinit (sys, 0, x0, 'Fixed', struct ('p', 1 + 1i)), 'p has 2');
end

function kept ()
sys = geomssys ('mass', 1, 'force', @(t,p,v,z,q) -q*p, 'parameters', 1, 'derive', 'on');
x0 = struct ('p', 1);
for name = {'functions', 'mass', 'values'}
    other = sys;
    other.derive.kept.stamp = rmfield (other.derive.kept.stamp, name{1});
    check_error ('geoms:system:sys', @() geoms (other, [0 1], x0), 'derive');
end
other = sys;
other.derive.kept.program = rmfield (other.derive.kept.program, 'nq');
check_error ('geoms:system:sys', @() geoms (other, [0 1], x0), 'derive');
other = sys;
other.index.lambda = complex (other.index.lambda, 1);
check_error ('geoms:system:sys', @() geoms (other, [0 1], x0), 'index');
other = sys;
other.extra.force = other.extra.force';
check_error ('geoms:system:sys', @() geoms (other, [0 1], x0), 'force');
end

function no_struct ()
calls = containers.Map ('n', 0);
sys = geomssys ('mass', 1, 'model', @(t,p,v) struct_but_at (calls, struct ('f', -p)), 'dims', struct ('np', 1));
raised = false;
for at = 1:20
    calls('n') = -at;
    try
        geoms (sys, [0 0.1], struct ('p', 1));
    catch e
        check (strncmp (e.identifier, 'geoms:', 6), 'call %d: ''%s'' %s', at, e.identifier, e.message);
        raised = true;
    end
end
check (raised, 'no call was told');
end

function y = struct_but_at (calls, y)
calls('n') = calls('n') + 1;
if calls('n') == 0
    y = 1i;
end
end

% Octave looks for patterns in UTF-8 only
function no_utf8 ()
sol = geoms (pendulum ('mechanical'), [0 0.1], struct ('p', [1; 0]));
odd = char (200:220);
close (geomsplot (sol, 'Title', odd, 'Units', struct ('p', odd)));
old = warning ('off', 'all');
back = onCleanup (@() warning (old));
check_error ('geoms:plot:select', @() geomsplot (sol, 'Select', odd), 'no unknown');
tree = geomsaddbody (geomstree (), 'arm', 'mass', 1);
check_error ('geoms:export:file', @() geomsexport (pendulum ('mechanical'), odd));
check_error ('geoms:export:write', @() geomsexport (pendulum ('mechanical'), [tempname(), '/', odd, '.m']));
check_error ('geoms:tree:parameter', @() geomssys (tree, 'parameters', {[odd, '.mass']}));
end

function shown ()
sys = pendulum ('mechanical');
sol = geoms (sys, [0 0.1], struct ('p', [1; 0]));
other = sol;
other.info.orders = struct ('a', {1, 2});
check_error ('geoms:plot:solution', @() geomsplot (other), 'orders');
other = sol;
other.info.message = {1};
check_error ('geoms:print:value', @() geomsprint (other), 'message');
check_error ('geoms:print:value', @() geomsprint (rmfield (sol, 't')), 'no field');
other = sol;
other.extdata = rmfield (sol.extdata, 'method');
check_error ('geoms:print:value', @() geomsprint (other), 'method');
runs = geomscompare (sys, [0 0.1], struct ('p', [1; 0]), 'Formulations', 'psf', 'Tolerances', 1e-2, 'Display', ...
    'off', 'Plot', 'off');
for wrong = {zeros(0, 3), {1}}
    runs(1).uncertainty = wrong{1};
    check_error ('geoms:compare:runs', @() geomscompare (runs, 'precision'), 'uncertainty');
end
end

% of matrices whose entries are looked for, of what is looked at where something is not finite
function else_at ()
g = {'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', @(t,p,v) 2*(v'*v)};
start = {'mass', [1 1], 'force', @(t,p,v) [0; -9.81], 'derive', 'off'};
x0 = struct ('p', [1; 0]);
list = {'kinematics', @(t,p) sparse(eye(2)), @(c, f) geomssys(start{:}, g{:}, 'kinematics', @(t,p) at_call(c, f(t,p)))
    'force', @(t,p,v) [0; -9.81], @(c, f) geomssys(start{1:2}, g{:}, 'derive', 'off', 'force', @(t,p,v) at_call(c, f(t,p,v)))};
for i = 1:2
    for wrong = {{1}, zeros(0), ones(2, 2, 2), struct('a', 1), ones(7, 2)}
        calls = containers.Map ({'n', 'wrong'}, {-1e9, wrong{1}}, 'UniformValues', false);
        sys = list{i, 3} (calls, list{i, 2});
        for at = 1:8
            calls('n') = -at;
            only_ours (@() geoms (sys, [0 0.01], x0, 'MaxSteps', 2), sprintf ('%s, call %d', list{i, 1}, at));
            calls('n') = -at;
            only_ours (@() geomsterms (sys, 0, x0), sprintf ('%s, terms, call %d', list{i, 1}, at));
        end
    end
end
end

function y = at_call (calls, y)
calls('n') = calls('n') + 1;
if calls('n') == 0
    y = calls('wrong');
end
end

function only_ours (fcn, where)
try
    y = fcn (); %#ok<NASGU>
catch e
    check (strncmp (e.identifier, 'geoms:', 6), '%s: ''%s'' %s', where, e.identifier, e.message);
end
end

function cells ()
for wrong = {{{1, 2, 3}}, {{'Workers', 'Reduce'}}, {1}}
    check_error ('geoms:options:name', @() geomssweep (pendulum ('mechanical'), [0 0.1], struct ('p', [1; 0]), [], ...
        wrong{1}{:}, 2));
end
end

function of_trees ()
tree = geomsaddbody (geomsaddbody (geomstree (), 'arm', 'mass', 1), 'hand', 'parent', 'arm', 'mass', 1);
tree = geomsaddjoint (tree, 'coupling', {'arm', 'hand'}, [1 1], 'name', 'gear');
check_error ('geoms:tree:name', @() numel (geomsaddbody (tree, {}, 'mass', 1)), 'names no body');
other = tree;
other.couplings(1).names{1} = ['ge'; 'ar'];
check_error ('geoms:tree:tree', @() geomssys (other), 'couplings');
other = tree;
other.couplings(1).more{1} = @numel;
check_error ('geoms:tree:tree', @() geomssys (other), 'fit together');
other = geomsaddbody (tree, 'bead', 'joint', 'user', 'map', @(q) deal ([q; 0; 0], eye (3)), 'q', 0, 'mass', 1);
other.bodies(end).more{end} = zeros (0, 1);
check_error ('geoms:tree:tree', @() geomssys (other), 'fit together');
other = tree;
other.bodies(1).more{1} = zeros (size (other.bodies(1).more{1}, 1), 1, 2);
check_error ('geoms:tree:tree', @() geomssys (other), 'fit together');
other = tree;
other.couplings(1).more{1} = 1i * other.couplings(1).more{1};
check_error ('geoms:tree:tree', @() geomssys (other), 'fit together');
other = geomsaddbody (tree, 'driven', 'motion', @(t) t, 'joint', 'prismatic');
for wrong = {@(t, b) b, @(t) [t; t], @(t) error('x')}
    other.signals(1).more{1} = wrong{1};
    check_error ('geoms:tree:time', @() geomssys (other), 'driven');
end
sys = geomssys (geomsaddbody (geomstree (), 'arm', 'mass', 1, 'inertia', 1, 'com', [0.5 0 0]));
other = sys;
other.names = rmfield (sys.names, 'v');
check_error ('geoms:system:sys', @() geomscheck (other, 0), 'names');
other = sys;
other.names.v = {['arm.v'; 'arm.w']};
check_error ('geoms:system:names', @() geomscheck (other, 0), 'names.v');
sol = geoms (sys, [0 0.1]);
other = sol;
other.extdata.index.p = complex (other.extdata.index.p);
check_error ('geoms:results:solution', @() geomsenergy (other, sys), 'index');
sol.extdata.tree.bodies = num2cell (sol.extdata.tree.bodies);
check_error ('geoms:results:solution', @() geomsenergy (sol, sys), 'tree');
end

function masses ()
loop = {'constraint', @(t,p) p'*p - 1, 'constraintJacobian', @(t,p) 2*p', 'constraintAcceleration', ...
    @(t,p,v) 2*(v'*v), 'derive', 'off'};
for M = {[1e-300 1e300; 1e300 1e-300], [1e-300 1; 1 1e-300], 1.7e308 * [1 0.1; 0.1 1]}
    report = geomscheck (geomssys ('mass', @(t,p) M{1}, 'force', @(t,p,v) -p, loop{:}), 0, struct ('p', [1; 0]));
    check (isempty (report.findings) == (M{1}(1) > M{1}(2)), '%d findings', numel (report.findings));
end
end

function kinds ()
sys = pendulum ('mechanical');
sys.diagonal = true;
check_error ('geoms:system:sys', @() geoms (sys, [0 1], struct ('p', [1; 0])), 'diagonal');
tree = geomsaddbody (geomstree (), 'arm', 'mass', 1, 'inertia', 1, 'com', [0.5 0 0]);
tree = geomsaddjoint (geomsaddforce (tree, 'force', 'arm', 'value', [1 2 3]), 'rod', 'arm', {'ground', [1 0 0]});
sys = geomssys (tree);
sys = geomssys (tree, 'parameters', {'arm.mass'});
for wrong = {'field', [true false]; 'field', 'names'; 'at', 0.5; 'at', 1e9; 'at', 1i}'
    other = sys;
    other.tree.parameters.(wrong{1}) = wrong{2};
    check_error ('geoms:system:sys', @() geoms (other, [0 1]), 'parameters');
end
other = sys;
other.tree.parameters = rmfield (sys.tree.parameters, 'field');
check_error ('geoms:system:sys', @() geoms (other, [0 1]), 'parameters');
other = sys;
other.tree = rmfield (sys.tree, 'bodies');
check_error ('geoms:system:sys', @() geoms (other, [0 1]), 'tree');
other = sys;
other.functions.np = 1;
check_error ('geoms:system:sys', @() geoms (other, [0 1]), 'functions');
for one = {'bodies', 2; 'loops', 1; 'forces', 1}'
    for wrong = [0.5, -1, 99]
        table = sys.tree.(one{1});
        table(one{2}, 1) = wrong;
        other = sys;
        other.tree.(one{1}) = table;
        check_error ('geoms:system:sys', @() geoms (other, [0 1]), one{1});
    end
end
end

function compared ()
res = geomscompare (pendulum ('mechanical'), [0 0.1], struct ('p', [1; 0]), 'Tolerances', 1e-3, 'Contenders', {{'psf', 'radau5'}}, ...
    'Display', 'off', 'Plot', 'off');
wrong = res;
wrong(1).t(end) = Inf;
check_error ('geoms:compare:runs', @() geomscompare (wrong, 'drift'), 'finite');
wrong = res;
wrong(1).formulation = [char([200 201]), 'a'];
evalc ('geomscompare (wrong, ''drift'')');
wrong = res;
wrong(1).error = 1e308;
evalc ('geomscompare (wrong, ''precision'')');
close ('all');
end
