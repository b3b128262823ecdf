function [passed, failed] = test_geomsset ()
%TEST_GEOMSSET  Options: geomsset and geomsget.

cases = {
    'every name of the list is a field', @all_names
    'defaults come from the core', @defaults
    'names in any case, words in lower case', @any_case
    'old and new are merged, [] is the default', @merged
    'the paper''s settings', @paper
    'odeset is understood', @from_odeset
    'fields of odeset that are not used say where they go', @unused_fields
    'functions, files and rows are options, too', @functions
    'unknown names propose the nearest', @unknown
    'an abbreviation proposes what begins with it', @abbreviations
    'switches take true and false', @switches
    'each option refuses what it cannot use', @bad_values
    'options that would do nothing are refused', @without_effect
    'the list can be printed', @printed
    'the list names the methods of each formulation, and help agrees', @printed_pairs
    'geomsget: default and own default', @get};
[passed, failed] = geoms_suite ('geomsset', cases);

end

function all_names ()
opts = geomsset ();
names = fieldnames (opts);
check (numel (names) > 20);
check (all (cellfun (@(name) isempty (opts.(name)), names)));
check (all (ismember ({'RelTol', 'AbsTol', 'Stats', 'Display', 'Formulation', 'MaxSteps'}, names)));
end

function defaults ()
opts = geomsset ();
check (isequal (geomsget (opts, 'RelTol'), 1e-6));
check (isequal (geomsget (opts, 'AbsTol'), 1e-6));
check (isequal (geomsget (opts, 'MaxSteps'), 1e7));
check (isequal (geomsget (opts, 'Order'), 2) && isequal (geomsget (opts, 'MaxOrder'), 0));
check (isequal (geomsget (opts, 'Formulation'), 'psf'));
check (isequal (geomsget (opts, 'BaumgarteAlpha'), 10) && geomsget (opts, 'BaumgarteBeta') == 10);
check (isequal (geomsget (opts, 'Selector'), 'tangent'));
check (isequal (geomsget (opts, 'StepChange'), [0.2 8]));
end

function any_case ()
opts = geomsset ('FORMULATION', 'PSI1', 'maxsteps', 7);
check (isequal (opts.Formulation, 'psi1'));
check (isequal (opts.MaxSteps, 7));
end

function merged ()
old = geomsset ('RelTol', 1e-8, 'MaxStep', 1);
new = geomsset ('MaxStep', 2, 'Project', 'off');
both = geomsset (old, new);
check (both.RelTol == 1e-8 && both.MaxStep == 2 && strcmp (both.Project, 'off'));
one = geomsset (old, 'MaxStep', []);
check (one.RelTol == 1e-8 && isempty (one.MaxStep));
check (isequal (geomsset (old, 'MaxStep', 2, 'Project', 'off'), both));
end

function paper ()
opts = geomsset ('paper');
expected = {'Initial', 'assume'; 'Project', 'off'; 'ErrorNorm', 'free'; 'NewtonNorm', 'n'; ...
    'MaxNewton', 6; 'SelectorUpdate', 'adaptive'; 'Selector', 'tangent'; 'NewtonUpdates', 0; ...
    'JacobianReuse', -1; 'InitialStep', 0.01; 'NewtonTol', 0; 'Multipliers', 'iterated'; ...
    'VelocityRows', 'force'; 'AbsTol', 1e-6; 'Invariant', 'eliminate'};
for i = 1:size (expected, 1)
    check (isequal (opts.(expected{i, 1}), expected{i, 2}), '%s differs', expected{i, 1});
end
opts = geomsset ('paper', 'InitialStep', 0.1);
check (opts.InitialStep == 0.1 && opts.MaxNewton == 6);
opts = geomsset ('paper', 'AbsTol', 1e-9);
check (opts.AbsTol == 1e-9, 'AbsTol stays %g', opts.AbsTol);
end

function from_odeset ()
opts = geomsset (odeset ('RelTol', 1e-4, 'AbsTol', [1e-5; 1e-6], 'InitialStep', 0.1, 'MaxStep', ...
    1, ...
    'Stats', 'on'), 'RelTol', 1e-5);
check (opts.RelTol == 1e-5 && isequal (opts.AbsTol, [1e-5; 1e-6]) && opts.InitialStep == 0.1);
check (opts.MaxStep == 1 && strcmp (opts.Stats, 'on'));
end

function unused_fields ()
check_error ('geoms:options:odeset', @() geomsset (odeset ('Mass', eye (2))), 'geomssys (''mass''');
check_error ('geoms:options:odeset', @() geomsset (odeset ('Jacobian', eye (2))), '''jac''');
check_error ('geoms:options:odeset', @() geomsset (odeset ('NonNegative', 1)), 'non-negative');
check_error ('geoms:options:odeset', @() geomsset ('BDF', 'on'), 'Method');
end

function functions ()
opts = geomsset ('events', @sin, 'OutputFcn', 'odePlot', 'Checkpoint', '/Tmp/Run.mat', 'Record', ...
    'NONE', 'OutputSel', [2 1]);
check (isequal (opts.Events, @sin) && strcmp (opts.OutputFcn, 'odePlot'));
check (strcmp (opts.Checkpoint, '/Tmp/Run.mat') && strcmp (opts.Record, 'none'));
check (isequal (geomsget (opts, 'EventAction'), 'none') && isequal (opts.OutputSel, [2 1]));
opts = geomsset (odeset ('Events', @cos, 'OutputFcn', @odeplot, 'OutputSel', 1, 'Refine', 3));
check (isequal (opts.Events, @cos) && isequal (opts.OutputFcn, @odeplot) && opts.Refine == 3);
check (geomsget ([], 'CheckpointInterval') == 60 && strcmp (geomsget ([], 'Progress'), 'off'));
end

function unknown ()
check_error ('geoms:options:name', @() geomsset ('papr'), 'Did you mean ''paper''?');
check_error ('geoms:options:name', @() geomsset ('papr', 'MaxStep', 1), '''paper''');
check_error ('geoms:options:name', @() geomsset ('RelTo', 1), 'Did you mean ''RelTol''?');
check_error ('geoms:options:name', @() geomsset (struct ('MaxStepp', 1)), '''MaxStep''');
check_error ('geoms:options:name', @() geomsset (3, 1));
check_error ('geoms:options:pairs', @() geomsset ('RelTol'));
end

function abbreviations ()
check_error ('geoms:options:name', @() geomsset ('Rel', 1), 'Did you mean ''RelTol''?');
check_error ('geoms:options:name', @() geomsset ('out', 1), '''OutputFcn'' or ''OutputSel''?');
check_error ('geoms:system:name', @() geomssys ('constraintJac', 1), 'Did you mean ''constraintJacobian''?');
end

function switches ()
opts = geomsset ('Stats', true, 'Dense', false, 'Project', true, 'Progress', 'ON');
check (all (strcmp ({opts.Stats, opts.Dense, opts.Project, opts.Progress}, {'on', 'off', 'on', 'on'})));
check_error ('geoms:options:value', @() geomsset ('Stats', 1));
check_error ('geoms:options:value', @() geomsset ('Stats', [true true]));
check_error ('geoms:options:value', @() geomsset ('Selector', true));
end

function bad_values ()
bad = {'RelTol', 0; 'RelTol', -1; 'RelTol', NaN; 'RelTol', 'a'; 'AbsTol', [1 0]; ...
    'AbsTol', struct('p', 0); 'RelTol', 1i; 'MaxSteps', 0; 'MaxSteps', 1.5; 'MaxSteps', NaN; ...
    'MaxSteps', [1 2]; 'Formulation', 'ps'; 'Formulation', 1; 'StepChange', 1; ...
    'StepChange', [0 1 2]; 'Safety', 1; 'Stats', 'maybe'; 'Display', 1; 'InitialStep', -1; ...
    'NewtonMatrixAt', 4; 'MaxStep', Inf; 'RelTol', 1; 'RelTol', 1e-16; 'AbsTol', Inf; ...
    'Events', 3; 'OutputFcn', ones(2); 'OutputSel', 0; 'OutputSel', 1.5; 'OutputSel', 'p'; ...
    'Checkpoint', 3; 'CheckpointInterval', 0; 'CheckpointInterval', 'a'; 'Progress', 'maybe'; ...
    'Weights', 'heavy'; 'Refine', 0; 'Method', 'ode45'; 'Project', 'yes'; 'Independent', 0; ...
    'Independent', 1.5; 'Independent', 'p'; 'PartitionLimit', 0.9; ...
    'Order', 0; 'Order', 7; 'Order', 2.5; 'Order', 'two'; 'MaxOrder', -1; 'MaxOrder', 14; ...
    'MaxOrder', NaN; 'Step', -0.1; 'Step', 'a'; 'Method', 'bdf2'; ...
    'BaumgarteAlpha', -1; 'BaumgarteAlpha', NaN; 'BaumgarteBeta', [1 2]; 'BaumgarteBeta', 'a'; ...
    'Formulation', 'extended-315'; 'Formulation', 'index4'};
for i = 1:size (bad, 1)
    check_error ('geoms:options:value', @() geomsset (bad{i, :}), bad{i, 1});
end
check_error ('geoms:options:value', @() geomsset ('AbsTol', 0), 'passes through zero');
for i = {'Formulation', 'index-2', 'not ''index-2'''; 'Method', 3, 'not 3'; 'Order', 7, 'not 7'
        'Step', -0.1, 'not -0.1'; 'StepKeep', [3 1], 'not [3 1]'; 'CheckpointInterval', 0, 'not 0'
        'Selector', {1}, 'not a cell of size 1 x 1'; 'StepKeep', sparse([0 1]), 'size 1 x 2'}'
    check_error ('geoms:options:value', @() geomsset (i{1}, i{2}), i{3});
end
end

% and accepted where they do something
function without_effect ()
plain = pendulum ('vectorized');
x0 = struct ('p', [1; 0]);
list = {
    {'InitialStep', 0.1}, {'Step', 0.01}
    {'MaxStep', 0.1}, {'Step', 0.01}
    {'MinStep', 1e-6}, {'Step', 0.01}
    {'Safety', 0.8}, {'Step', 0.01}
    {'StepChange', [0.5 2]}, {'Step', 0.01, 'Method', 'trapezoidal'}
    {'StepKeep', [1 1.1], 'JacobianReuse', 0.1}, {'Step', 0.01}
    {'StepKeep', [1 1.1]}, {'JacobianReuse', -1}
    {'OutputSel', 1}, {'OutputFcn', 'none'}
    {'CheckpointInterval', 5}, {'Checkpoint', []}
    {'Weights', 'mass'}, {'Initial', 'assume'}
    {'PartitionLimit', 3, 'Formulation', 'partition-fixed'}, {'Independent', 2}
    {'Invariant', 'monitor'}, {}};
for i = 1:size (list, 1)
    opts = geomsset (list{i, 1}{:}, list{i, 2}{:});
    check_error ('geoms:options:unused', @() geoms (plain, [0 0.01], x0, opts), list{i, 1}{1});
end
for i = [1:6, 10]
    sol = geoms (plain, [0 0.01], x0, geomsset (list{i, 1}{:}));
    check (strcmp (sol.info.status, 'ok'));
end
spring = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'invariant', @(t,p,v) v^2 + p^2 - 1);
run = @(varargin) geoms (spring, [0 0.1], struct ('p', 1), 'Invariant', varargin{:});
check_error ('geoms:options:unused', @() run ('project', 'Project', 'off'), 'Invariant belongs to');
check_error ('geoms:options:unused', @() run ('project', 'Formulation', 'index2'), 'Project');
run ('project');
run ('project', 'Formulation', 'index2', 'Project', 'on');
run ('eliminate', 'Project', 'off');
run ('monitor', 'Project', 'off');
end

function printed ()
text = evalc ('geomsset');
names = fieldnames (geomsset ());
check (all (cellfun (@(name) ~isempty (strfind (text, name)), names)));
check (~isempty (strfind (text, 'psf | psi1 | index1-explicit')));
check (~isempty (strfind (text, ['uode | index3 | index2 | index1 | ggl | baumgarte | extended-316 | ', ...
    'extended-317 | projected-invariants | partition-full | partition-fixed'])));
check (~isempty (strfind (text, 'BaumgarteAlpha [10] (real, 0 to 1e+300)')));
help_text = help ('geomsset');
for name = [choices_of('Formulation'), choices_of('Method')]
    check (~isempty (regexp (help_text, ['\<', name{1}, '\>'], 'once')), 'help is silent on %s', ...
        name{1});
end
check (~isempty (strfind (text, 'auto | radau5 | dopri5 | bdf | bdf-fixed | trapezoidal')));
check (~isempty (regexp (text, 'RelTol \[1e-06\] \(.*above 2.22e-15 and below 1\)', 'once')), ...
    '%s', text);
check (~isempty (strfind (text, 'Events [none] (function')));
end

% of dopri5 help says which formulations have it, and of which ones it is 'auto'
function printed_pairs ()
text = evalc ('geomsset');
about = regexp (help ('geomsset'), 'dopri5 .*?(?=\n +bdf )', 'match', 'once');
first = regexp (about, '.*?(?=possible)', 'match', 'once');
check (~isempty (first), 'help does not tell of dopri5: %s', about);
for name = choices_of ('Formulation')
    line = regexp (text, ['\n +', name{1}, ' +\S[^\n]* \(([^)]*)\)\n'], 'tokens', 'once');
    check (~isempty (line), '%s', text);
    methods = strsplit (line{1}, ', ');
    check (all (ismember (methods, choices_of ('Method'))) && numel (unique (methods)) == numel (methods));
    check (any (strcmp ('dopri5', methods)) == names_it (about, name{1}), '%s', name{1});
    check (strcmp ('dopri5', methods{1}) == names_it (first, name{1}), '%s', name{1});
end
end

% whether a text names a formulation, or, of a partition, all of them
function yes = names_it (text, name)
name = regexprep (name, '^partition-.*', 'partition-\\*');
yes = ~isempty (regexp (text, ['(?<![-\w])', name, '(?![-\w])'], 'once'));
end

% the words of the list
function words = choices_of (name)
text = evalc ('geomsset');
words = regexp (text, ['\n', name, ' \[[^\]]*\] \(([^)]*)\)'], 'tokens', 'once');
words = strsplit (words{1}, ' | ');
words = words(~strcmp (words, 'auto'));
end

function get ()
opts = geomsset ('MaxStep', 3);
check (geomsget (opts, 'maxstep') == 3);
check (geomsget (opts, 'InitialStep', 5) == 5);
check (geomsget ([], 'MaxSteps') == 1e7);
check_error ('geoms:options:name', @() geomsget (opts, 'MaxStap'), '''MaxStep''');
check_error ('geoms:options:type', @() geomsget (3, 'MaxStep'));
end

%!test
%! [~, failed] = test_geomsset ();
%! assert (failed, 0);
