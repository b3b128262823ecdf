function list = malformed_commands ()
%MALFORMED_COMMANDS  Commands of the MEX file, see malformed_targets.
%   'sequence' are many commands of several runs, one after the other and inside each other.

names = {'options', 'check', 'codes', 'counters', 'version', 'create', 'run', 'get', 'solution', ...
    'project', 'levels', 'evaluate', 'reduce', 'free', 'alive', 'dense', 'native', 'partition', 'rhs', ...
    'rhsbegin', 'treedims', 'mapvalues', 'jointmap', 'sweepbegin', 'sweepadd', 'sweepnext'};
list = cell (numel (names) + 2, 2);
for i = 1:numel (names)
    name = names{i};
    list(i, :) = {['mex ', name], @() command_call(name)};
end
list(end - 1:end, :) = {'mex', @any_command_call; 'mex sequence', @sequence_call};

end

% the MEX file, and the toolbox's description of the systems and hooks for it
function [mex, cores] = gateway ()
persistent kept all_cores
if isempty (kept)
    old = pwd ();
    restorer = onCleanup (@() cd (old));
    cd (fullfile (fileparts (which ('geoms')), 'private'));
    kept = @geoms_mex;
    systems = malformed_systems ();
    for i = 1:numel (systems)
        all_cores{i} = core_of (systems(i));
    end
end
mex = kept;
cores = all_cores;
end

% what 'create' and the others take, for one system
function c = core_of (one)
[sys, x] = init_values (one.sys, 0, one.x0);
n = numel (x);
c.system = gate_system (sys);
c.x = one.solutions{1}.y(:, 1);
c.dense = one.solutions{1}.idata.dense;
c.problem = struct ('rtol', 1e-5 * ones (n, 1), 'atol', 1e-5 * ones (n, 1), 'tspan', [0 0.1], ...
    'x0', c.x, 'fixed', [], 'weights', [], 'independent', [], 'selection', [], 'reduced', 0, ...
    'state', [], 'nevents', 0, ...
    'action', 0, 'output', 0);
c.hooks = struct ('guard', c.system.guard, 'events', [], 'recorded', [], 'action', [], ...
    'selector', [], 'monitor', [], ...
    'outputs', 0, 'progress', 0, 'checkpoint', 0, 'slow', 0);
c.options = geomsset ('MaxSteps', 20, 'MaxWallTime', 3);
c.state = one.solutions{1}.state;
end

function c = some_core ()
[~, cores] = gateway ();
c = malformed_draw (cores);
n = numel (c.x);
c.problem.tspan = malformed_draw ({[0 0.1], [0 0], [0 -0.1], [0 0.05 0.1]});
if malformed_draw () < 0.3
    c.problem.fixed = (1:n)' == malformed_draw (n) & false;
    c.problem.fixed = double (c.problem.fixed);
    c.problem.weights = ones (n, 1);
end
if malformed_draw () < 0.3 && c.problem.tspan(end) > 0
    c.problem.tspan(end) = 0.4;
    c.problem.state = c.state;
end
if malformed_draw () < 0.3
    dims = c.system.dims;
    c.options.Selector = 'given';
    c.problem.selection = struct ('called', double (malformed_draw () < 0.5), 'p', 1, 'v', 0, ...
        'Sp', eye (max (1, dims.np - dims.nl), dims.np), 'Sv', zeros (0, dims.nv));
    c.hooks.selector = @(t, x, rows) reshape (eye (rows(1), dims.np), [], 1);
end
if malformed_draw () < 0.4
    c.problem.nevents = 1;
    c.problem.action = double (malformed_draw () < 0.5);
    c.problem.output = 1;
    row = n;
    c.hooks.events = @(t, x) [x(row, :) - 0.99 * x(row, 1); 0 * t; 0 * t];
    c.hooks.action = @(t, x, which) x;
    c.hooks.monitor = @(first, t, x, now, due) false;
    c.hooks.outputs = 1;
    c.hooks.progress = 0.001;
    c.hooks.checkpoint = 0.001;
end
end

function handle = created (c)
mex = gateway ();
handle = mex ('create', c.system, c.options, c.problem);
end

function call = command_call (name)
[list, outputs, handles] = arguments_of (name);
mex = gateway ();
call = struct ('fcn', @(varargin) limited ([{name}, varargin]), 'list', {list}, 'outputs', ...
    outputs, 'after', @() cellfun (@(h) mex ('free', h), handles));
end

% also the word for the command is spoiled
function call = any_command_call ()
names = malformed_commands ();
names = names(1:end - 2, 1);
word = malformed_draw (names);
call = command_call (word(5:end));
call.list = [{word(5:end)}, call.list];
call.fcn = @(varargin) limited (varargin);
end

% no long runs, whatever has become of the options; what was created is freed
function varargout = limited (list)
mex = gateway ();
is_create = numel (list) == 4 && isequal (list{1}, 'create');
if is_create && isstruct (list{3}) && numel (list{3}) == 1
    list{3}.MaxSteps = 20;
    list{3}.MaxWallTime = 3;
end
[varargout{1:nargout}] = mex (list{:});
if nargout > 0 && numel (list) > 1 && isequal (list{1}, 'sweepbegin')
    mex ('free', varargout{1});
elseif is_create
    mex ('run', varargout{1}, list{2}, hooks_for (list{4}));
    mex ('get', varargout{1});
    mex ('free', varargout{1});
elseif numel (list) > 1 && isequal (list{1}, 'run')
    mex ('get', list{2});
    mex ('run', list{2:4});
end
end

function hooks = hooks_for (problem)
c = some_core ();
hooks = c.hooks;
hooks.nevents = problem.nevents;
end

% a system with a joint of the user's
function sys = mapped ()
persistent kept
if isempty (kept)
    kept = geomssys (geomsaddbody (geomstree (), 'bead', 'joint', 'user', 'map', ...
        @(q, t) deal ([q; t; 0], eye (3)), 'q', 0, 'mass', 1));
end
sys = kept;
end

function [list, outputs, handles] = arguments_of (name)
handles = {};
outputs = 1;
c = some_core ();
n = numel (c.x);
if any (strcmp (name, {'run', 'get', 'solution', 'project', 'evaluate', 'reduce', 'free', 'alive'}))
    handles = {created(c)};
elseif any (strcmp (name, {'sweepadd', 'sweepnext'}))
    mex = gateway ();
    handles = {mex('sweepbegin', 2)};
end
switch name
    case 'sweepbegin'
        list = {malformed_draw(3)};
        outputs = 2;
    case {'sweepadd', 'sweepnext'}
        list = {handles{1}, c.system, c.options, c.problem, [], c.x(:, [1 1 1]), []};
        if isfield (c.system, 'parameters')
            list{7} = c.system.parameters(:, [1 1 1]);
        end
        outputs = 0;
        if strcmp (name, 'sweepnext')
            try
                mex ('sweepadd', list{:});
            catch e
                check_gateway (e);
            end
            list = {handles{1}, malformed_draw(2) - 1, [1 0 0 0], c.x};
            outputs = 3;
        end
    case {'options', 'codes', 'counters', 'version'}
        list = {malformed_rubbish()};
        list = list(1:malformed_draw (2) - 1);
    case 'treedims'
        list = {subsref(mapped(), struct ('type', '.', 'subs', 'tree'))};
        outputs = 3;
    case 'mapvalues'
        tree = subsref (mapped (), struct ('type', '.', 'subs', 'tree'));
        list = {tree.maps{1}, 0.3, 0};
    case 'jointmap'
        list = {int32([0; 0; 0]), int32(zeros (9, 1)), 0.3};
        outputs = 2;
    case 'check'
        list = {c.options};
        outputs = 0;
    case 'create'
        list = {c.system, c.options, c.problem};
    case 'run'
        list = {handles{1}, c.system, c.hooks};
        outputs = 2;
    case {'get', 'free', 'alive'}
        list = handles(1);
        outputs = ~strcmp (name, 'free');
    case 'solution'
        list = {handles{1}, [malformed_draw(3), 0, 0, 0], c.x};
        outputs = 2;
    case 'levels'
        k = malformed_draw (3) - 1;
        list = {c.system, [0 0.1], zeros(1, k), c.x(:, ones (1, max (k, 1))), [0 1 1]};
    case 'project'
        k = malformed_draw (3) - 1;
        list = {handles{1}, c.system, zeros(1, k), c.x(:, ones (1, k)), malformed_draw(2) - 1};
        outputs = 5;
    case 'evaluate'
        k = malformed_draw (3) - 1;
        list = {handles{1}, c.system, zeros(1, k), c.x(:, ones (1, k))};
        outputs = 6;
    case 'reduce'
        list = {handles{1}, c.system, 0, c.x, c.hooks};
        outputs = 8;
    case 'dense'
        list = {c.dense.t, c.dense.x, c.dense.node, [0 0.01 0.1]};
        outputs = malformed_draw (2);
    case 'native'
        [~, cores] = gateway ();
        c = cores{end};
        list = {'libm.so.6', 'cos', []};
        if isfield (c.system, 'library')
            list = {c.system.library, c.system.symbol, c.system.parameters};
        end
    case 'partition'
        list = {malformed_draw({'fixed', 'qr', 'svd', 'full'}), some_loop()};
    case {'rhs', 'rhsbegin'}
        formulation = malformed_draw ({'partition-fixed', 'partition-svd', 'partition-full', ...
            'index1-implicit', 'uode', 'ggl', 'baumgarte', 'extended-317'});
        k = 1;
        if strcmp (name, 'rhs')
            k = malformed_draw (3) - 1;
        end
        list = {c.system, formulation, [], 0, zeros(1, k), c.x(:, ones (1, k)), 1:n};
        outputs = 3;
end
end

function loop = some_loop ()
n = malformed_draw (4);
m = malformed_draw (n + 1) - 1;
C = magic (n + 2);
loop = struct ('M', eye (n), 'f', ones (n, 1), 'C', C(1:m, 1:n), 'b1', ones (m, 1), ...
    'b2', ones (m, 1), 'v', zeros (n, 1), 'independent', [], 'tol', 0);
if malformed_draw () < 0.5
    loop.independent = double ((1:n)' > m);
end
end

% ---- many commands ----

function call = sequence_call ()
call = struct ('fcn', @sequence, 'list', {{}}, 'outputs', 0, 'after', @() 0);
end

% of runs that live, are freed already, or never were; also by the functions of a run, which must
% not free it
function sequence (varargin)
mex = gateway ();
runs ({});
cleaner = onCleanup (@() cellfun (@(one) mex ('free', one.handle), runs ()));
step ('create', 0);
for i = 1:8
    step ('', 0);
end
end

function list = runs (list)
persistent kept
if nargin > 0
    kept = list;
end
list = kept;
end

% one command, at a depth of functions in functions; those of others than the gateway must not come
% out of it
function step (name, depth)
mex = gateway ();
words = {'run', 'run', 'run', 'get', 'solution', 'project', 'levels', 'evaluate', 'reduce', 'free', 'alive', 'create'};
list = runs ();
if isempty (name)
    name = malformed_draw (words);
end
c = some_core ();
at = 0;
handle = malformed_rubbish ();
if ~isempty (list) && malformed_draw () < 0.9
    at = malformed_draw (numel (list));
    handle = list{at}.handle;
    c = list{at}.core;
end
if strcmp (name, 'free') && (at == 0 || list{at}.depth < depth)
    name = 'get';
elseif at > 0
    list{at}.depth = min (list{at}.depth, depth);    % it is at work here now: nothing deeper may free it
    runs (list);
end
if depth < 3 && ~strcmp (name, 'create')
    c = with_steps (c, depth);
end
values = struct ('run', {{handle, c.system, c.hooks}}, 'get', {{handle}}, 'solution', {{handle, ...
    [1 0 0 0], c.x}}, 'levels', {{c.system, [0 0.1], [], c.x, [1 1 1]}}, 'free', {{handle}}, ...
    'alive', {{handle}}, 'project', {{handle, c.system, 0, c.x, 1}}, 'evaluate', {{handle, ...
    c.system, 0, c.x}}, 'reduce', {{handle, c.system, 0, c.x, c.hooks}}, ...
    'create', {{c.system, c.options, c.problem}});
values = values.(name);
if malformed_draw () < 0.2
    values = malformed_spoil (values);
end
if ~iscell (values)
    values = {values};
end
try
    if ~strcmp (name, 'create')
        mex (name, values{:});
    elseif numel (list) < 6
        one = struct ('handle', mex (name, values{:}), 'core', c, 'depth', depth);
        runs ([list, {one}]);
    end
catch e
    if ~strncmp (e.identifier, 'geoms:', 6)
        rethrow (e);
    end
end
end

% functions that call the gateway themselves, now and then
function c = with_steps (c, depth)
for name = {'eom', 'blocks', 'mass', 'jac', 'ivcond', 'gradient'}
    if ~isempty (c.system.(name{1}))
        c.system.(name{1}) = interrupted (c.system.(name{1}), depth);
    end
end
if ~isempty (c.hooks.events)
    c.hooks.events = interrupted (c.hooks.events, depth);
    c.hooks.monitor = @(first, t, x, now, due) also_step (depth, false);
end
end

function fcn = interrupted (fcn, depth)
fcn = @(t, x) also_step (depth, fcn (t, x));
end

function y = also_step (depth, y)
if malformed_draw () < 0.05
    step ('', depth + 1);
end
end

% systems whose functions are called belong to no sweep
function check_gateway (e)
if ~strcmp (e.identifier, 'geoms:gateway:value')
    rethrow (e);
end
end
