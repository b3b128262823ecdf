function list = malformed_targets ()
%MALFORMED_TARGETS  What is called with malformed arguments: {name, arguments; ...}.
%   call = arguments () makes a valid call: call.fcn, call.list (its arguments), call.outputs, and
%   call.after (), what must be done after it.

list = {
    'geoms', @geoms_call
    'geomssys', @geomssys_call
    'geomslinear', @geomslinear_call
    'geomsreduce', @geomsreduce_call
    'geomsterms', @geomsterms_call
    'geomsset', @geomsset_call
    'geomsget', @geomsget_call
    'geomsval', @geomsval_call
    'geomsinit', @geomsinit_call
    'geomsextend', @geomsextend_call
    'geomslast', @geomslast_call
    'geomshelp', @geomshelp_call
    'geomscheck', @geomscheck_call
    'geomsplot', @geomsplot_call
    'geomsprint', @geomsprint_call
    'geomspartition', @geomspartition_call
    'geomscompare', @geomscompare_call
    'runs of geomscompare', @compare_again_call
    'geomsrhs', @geomsrhs_call
    'functions of geomsrhs', @rhs_functions_call
    'geomsbuild', @geomsbuild_call
    'geomstest', @geomstest_call};
list = [list; malformed_trees(); malformed_results(); malformed_commands()];

end

function call = call_of (fcn, list, outputs)
call = struct ('fcn', fcn, 'list', {list}, 'outputs', outputs, 'after', @() 0);
end

function one = some_system ()
systems = malformed_systems ();
one = systems(malformed_draw (numel (systems)));
end

% option names and values
function pairs = some_options ()
pairs = {};
all_pairs = {'RelTol', 1e-5, 'AbsTol', [1e-4; 1e-5], 'AbsTol', struct('p', 1e-4, 'v', 1e-5), ...
    'InitialStep', 0.01, 'MaxStep', 0.1, 'Formulation', 'psi1', 'ConstraintDecomposition', 'svd', ...
    'Project', 'off', 'Initial', 'check', 'Refine', 3, 'Dense', 'off', 'Stats', 'on', 'OutputSel', 1, ...
    'OutputFcn', @(t, y, word) false, 'Events', @(t, p, v) p(1) - 0.9, 'Record', @(t, p, v) [p; v], ...
    'NewtonMatrixAt', 1, 'Checkpoint', 'point.mat', 'CheckpointInterval', 1, 'Progress', 'on', ...
    'Weights', 'mass', 'MaxNewton', 7, 'StepKeep', [0.9 1.2], 'Residuals', 'off', ...
    'Events', @(t, x) x(1), 'Display', 'on', 'EventAction', @(t, p, v, z, ie) deal(p, v), ...
    'Formulation', 'partition-svd', 'Formulation', 'partition-fixed', 'Formulation', ...
    'index1-explicit', 'Formulation', 'index1-implicit', 'Formulation', 'uode', ...
    'Formulation', 'index3', 'Formulation', 'index2', 'Formulation', 'index1', 'Formulation', 'ggl', ...
    'Formulation', 'baumgarte', 'Formulation', 'extended-316', 'Formulation', 'extended-317', ...
    'Formulation', 'projected-invariants', 'Formulation', 'partition-full', 'BaumgarteAlpha', 5, ...
    'BaumgarteBeta', 0, 'Method', 'dopri5', 'Method', 'radau5', 'Project', 'on', 'Independent', 1, ...
    'PartitionLimit', 3, 'Method', 'hedop5', 'Method', 'mexax', ...
    'Method', 'bdf', 'Method', 'bdf-fixed', 'Method', 'trapezoidal', 'Step', 0.01, 'Order', 5, ...
    'MaxOrder', 2};
for i = 1:malformed_draw (3) - 1
    k = 2 * malformed_draw (numel (all_pairs) / 2);
    pairs = [pairs, all_pairs(k - 1:k)]; %#ok<AGROW>
end
pairs = malformed_guard (pairs);
end

% short, whatever has become of the options
function varargout = short_run (fcn, list)
if numel (list) >= 3
    list = [list, {'MaxSteps', 30, 'MaxWallTime', 5}];
end
[varargout{1:nargout}] = fcn (list{:});
end

function call = geoms_call ()
one = some_system ();
tspan = malformed_draw ({[0 0.1], [0 0.05 0.1], [0 -0.1], [1 1.1]});
list = {one.sys, tspan, one.x0, one.options{:}}; %#ok<CCAT>
pairs = some_options ();
if malformed_draw () < 0.5
    list = [list, pairs];
elseif numel (pairs) > 0
    list = [list(1:3), {geomsset(pairs{:})}];
end
call = call_of (@(varargin) short_run (@geoms, varargin), list, malformed_draw ({1, 1, 1, 2, 5}));
end

function call = geomssys_call ()
one = some_system ();
list = one.pairs;
if malformed_draw () < 0.1
    list = {one.sys, 'parameters', malformed_draw({1, [1; 2], struct('a', 1)})};
end
call = call_of (@geomssys, list, 1);
end

function call = geomsset_call ()
list = some_options ();
if malformed_draw () < 0.3
    list = [{geomsset(list{:})}, some_options()];
elseif malformed_draw () < 0.2
    list = [{'paper'}, list];
elseif malformed_draw () < 0.2
    list = [{odeset('RelTol', 1e-3, 'Events', @(t, p, v) p(1))}, list];
end
if isempty (list)
    list = {'RelTol', 1e-3};
end
call = call_of (@geomsset, list, 1);
end

function call = geomsget_call ()
list = some_options ();
names = fieldnames (geomsset ());
list = {geomsset(list{:}), malformed_draw(names), 3};
call = call_of (@geomsget, list(1:1 + malformed_draw (2)), 1);
end

function [sol, one] = some_solution ()
one = some_system ();
sol = malformed_draw (one.solutions);
end

function call = geomsval_call ()
[sol, one] = some_solution ();
list = {sol, malformed_draw({0.1, [0 0.1 0.15], zeros(1, 0)}), one.sys};
count = 1 + malformed_draw (2);
call = call_of (@geomsval, list(1:count), malformed_draw (count));
end

function call = geomsinit_call ()
one = some_system ();
list = {one.sys, 0, one.x0};
if malformed_draw () < 0.4
    list = [list, {'Fixed', malformed_draw({{'p(1)'}, {'v'}, struct('p', 1), {'p(1:1)'}})}];
end
if malformed_draw () < 0.4
    list = [list, {'Weights', malformed_draw({'mass', struct('p', 2), 3})}];
end
if malformed_draw () < 0.4
    list = [list, some_options()];
end
call = call_of (@(varargin) short_run (@geomsinit, varargin), list, malformed_draw (2));
end

function call = geomsextend_call ()
[sol, one] = some_solution ();
opts = geomsset (one.options{:}, 'MaxSteps', 30, 'MaxWallTime', 5);
list = {sol, one.sys, 0.3, malformed_draw({[], one.x0}), opts};
count = malformed_draw ({3, 4, 5, 5, 5});
call = call_of (@short_extension, list(1:count), 1);
end

function sol = short_extension (varargin)
if numel (varargin) > 4 && isstruct (varargin{5}) && numel (varargin{5}) == 1
    varargin{5}.MaxSteps = 30;
    varargin{5}.MaxWallTime = 5;
elseif numel (varargin) > 0 && isstruct (varargin{1}) && isfield (varargin{1}, 'extdata') ...
    && numel (varargin{1}) == 1 && isstruct (varargin{1}.extdata) ...
    && isfield (varargin{1}.extdata, 'options') && numel (varargin{1}.extdata) == 1 ...
    && isstruct (varargin{1}.extdata.options) && numel (varargin{1}.extdata.options) == 1
    varargin{1}.extdata.options.MaxSteps = 30;
    varargin{1}.extdata.options.MaxWallTime = 5;
end
sol = geomsextend (varargin{:});
end

function call = geomslast_call ()
call = call_of (@geomslast, {malformed_rubbish()}, 1);
end

function call = geomshelp_call ()
call = call_of (@(varargin) malformed_at_most (1, @geomshelp, varargin{:}), {'mass'}, 1);
end

function call = geomscheck_call ()
one = some_system ();
list = {one.sys, 0, one.x0, 'States', 2};
call = call_of (@geomscheck, list(1:malformed_draw ({3, 5, 5})), malformed_draw (2) - 1);
end

function call = geomsplot_call ()
options = {'Panels', {'p', 'step'}, 'Select', 1, 'Curves', 3, 'Time', [0 0.05], 'Units', struct('p', 'm'), ...
    'Title', 'one', 'Size', [300 400]};
call = call_of (@geomsplot, [{some_solution()}, options(1:2 * (malformed_draw (8) - 1))], ...
    malformed_draw (2) - 1);
call.after = @() close ('all');
end

function call = geomsprint_call ()
[sol, one] = some_solution ();
value = malformed_draw ({sol, one.sys, geomsset('RelTol', 1e-3)});
call = call_of (@(varargin) malformed_at_most (1, @geomsprint, varargin{:}), {value}, 1);
end

function call = geomspartition_call ()
n = 1 + malformed_draw (3);
C = magic (n + 1);
list = {malformed_draw({'fixed', 'qr', 'svd', 'full'}), malformed_draw({eye(n), ones(n, 1), 1}), ...
    0, ones(n, 1), C(2:n, 1:n), malformed_draw({0, ones(n - 1, 1)}), 0, zeros(n, 1)};
if malformed_draw () < 0.4
    list = [list, {'RankTol', 1e-9}];
elseif malformed_draw () < 0.4
    list = [{'fixed'}, list(2:end), {'Independent', malformed_draw(n)}];
end
call = call_of (@geomspartition, list, malformed_draw (4));
end

function pairs = some_comparison ()
pairs = {'Formulations', {'psf', 'uode'}, 'Tolerances', [1e-2 1e-3]};
more = {'Methods', 'bdf', 'Methods', {'auto', 'trapezoidal'}, 'Steps', 0.02, 'AbsTol', 10, ...
    'AbsTol', struct('p', 0.1), 'Times', 5, 'Energy', malformed_guard(@(t, p, v) sum (p)), ...
    'Display', 'off', 'Tolerances', 1e-2, 'Formulations', 'psi1'};
for i = 1:malformed_draw (3) - 1
    k = 2 * malformed_draw (numel (more) / 2);
    pairs = [pairs, more(k - 1:k)]; %#ok<AGROW>
end
if malformed_draw () < 0.3
    pairs(1:2) = {'Contenders', {{'psf', 'radau5'}, {'partition-svd', 'auto', 'Project', 'on'}}};
end
end

function call = geomscompare_call ()
one = some_system ();
list = [{one.sys, [0 0.05], one.x0}, some_comparison()];
if malformed_draw () < 0.3
    list = [list, {'Reference', malformed_draw(one.solutions)}];
end
call = call_of (@short_comparison, list, malformed_draw (2));
call.after = @() close ('all');
end

% whatever else is asked for, few steps, and a figure now and then
function varargout = short_comparison (varargin)
if numel (varargin) >= 3
    plots = {'off', 'off', 'off', 'on'};
    varargin = [varargin, {'Options', geomsset('MaxSteps', 30, 'MaxWallTime', 5), 'Plot', ...
        malformed_draw(plots)}];
end
[varargout{1:nargout}] = geomscompare (varargin{:});
end

function call = compare_again_call ()
persistent runs
if isempty (runs)
    systems = malformed_systems ();
    runs = geomscompare (systems(1).sys, [0 0.1], systems(1).x0, 'Formulations', {'psf', 'uode', ...
        'psi1'}, 'Methods', 'dopri5', 'Tolerances', [1e-2 1e-3], 'Display', 'off', 'Plot', 'off');
end
call = call_of (@no_comparison, {runs, malformed_draw({'all', 'table', 'precision', 'drift'})}, 0);
call.after = @() close ('all');
end

function no_comparison (varargin)
if numel (varargin) < 3
    geomscompare (varargin{:});
end
end

function kind = some_kind ()
kind = malformed_draw ({'partition-fixed', 'partition-qr', 'partition-svd', ...
    'partition-full', 'uode', 'index1-explicit', 'index1-implicit'});
end

function call = geomslinear_call ()
all_pairs = {'C', -eye(3), 'D', zeros(3), 'f', [1; 0; 0], 'G', [1 2 3], 'G', @(t) [cos(t), sin(t), t], ...
    'Gt', [0 0 1], 'Z', 2 * eye(3), 'names', struct('p', {{'x', 'y', 'z'}})};
list = {'M', malformed_draw({eye(3), diag([1 2 3])})};
for i = 1:malformed_draw (4) - 1
    k = 2 * malformed_draw (numel (all_pairs) / 2);
    list = [list, all_pairs(k - 1:k)]; %#ok<AGROW>
end
call = call_of (@geomslinear, list, malformed_draw (2) - 1);
end

function call = geomsreduce_call ()
one = some_system ();
d = one.sys.dims;
rows = struct ('p', eye (max (0, d.np - d.nl), max (0, d.np)));
list = {one.sys, 0, one.x0, 'Selector', malformed_draw({'rows', 'tangent', rows, @(t, p) rows, rows.p})};
call = call_of (@geomsreduce, list(1:malformed_draw ({3, 5})), malformed_draw (2) - 1);
end

function call = geomsterms_call ()
one = some_system ();
call = call_of (@(varargin) malformed_at_most (3, @geomsterms, varargin{:}), {one.sys, 0, one.x0}, ...
    malformed_draw (2) - 1);
end

function call = geomsrhs_call ()
one = some_system ();
list = {one.sys, some_kind()};
if malformed_draw () < 0.3
    list = [list, {'RankTol', 1e-9}];
elseif malformed_draw () < 0.4
    list = {one.sys, 'partition-fixed', 'Independent', 1};
end
call = call_of (@geomsrhs, list, malformed_draw (2));
end

% what it returns, called with a state of any size; a system without such a form has a pendulum's
function call = rhs_functions_call ()
i = malformed_draw (numel (malformed_systems ()));
[f, ode, x0] = right_hand_side (i, some_kind ());
y = ode.pack (x0);
lists = {f, {0, y}; f, {[0 1], [y, y]}; ode.slope, {0, y}; ode.residual, {0, y, y}; ...
    ode.unpack, {y, 0}; ode.unpack, {y}; ode.pack, {x0}; ode.pack, {x0, 1}};
i = malformed_draw (size (lists, 1));
counts = [2 2 2 3 0 0 0 0];
call = call_of (@(varargin) with_count (lists{i, 1}, counts(i), varargin), lists{i, 2}, 1);
end

function [f, ode, x0] = right_hand_side (i, kind)
persistent kept
systems = malformed_systems ();
if isempty (kept)
    kept = repmat ({struct()}, numel (systems), 1);
end
field = strrep (kind, '-', '_');
if ~isfield (kept{i}, field)
    try
        [f, ode] = geomsrhs (systems(i).sys, kind);
        ode.pack (systems(i).x0);
        kept{i}.(field) = {f, ode, systems(i).x0};
    catch e %#ok<NASGU>
        [f, ode] = geomsrhs (systems(1).sys, kind);
        kept{i}.(field) = {f, ode, systems(1).x0};
    end
end
list = kept{i}.(field);
[f, ode, x0] = deal (list{:});
end

% the host itself says that an argument is missing
function y = with_count (fcn, count, list)
if count > 0 && numel (list) ~= count
    error ('geoms:test:skipped', 'Another number of arguments.');
end
y = fcn (list{:});
end

% a folder that exists is no malformed argument, and would be built into
function call = geomsbuild_call ()
list = {malformed_rubbish(), malformed_rubbish()};
call = call_of (@no_build, list(1:malformed_draw ({1, 1, 1, 2})), 1);
end

function file = no_build (varargin)
exists = @(name) ischar (name) && any (exist (name(:)') == 7);
if isempty (varargin) || exists (varargin{1})
    error ('geoms:test:skipped', 'Nothing is built here.');
end
file = geomsbuild (varargin{:});
end

function call = geomstest_call ()
list = {malformed_rubbish(), malformed_rubbish()};
call = call_of (@no_test, list(1:malformed_draw ({1, 1, 1, 2})), 1);
end

function failed = no_test (varargin)
if isempty (varargin) || isequal (varargin{1}, 'all')
    error ('geoms:test:skipped', 'Nothing is tested here.');
end
failed = geomstest (varargin{:});
end
