function [outcome, text, seconds, kind] = fuzz_case (number)
%FUZZ_CASE  One damaged file or command, always the same for the same number.
%   A run or a system of STRENGTH_SYSTEMS goes through a file, numbers in what is loaded are damaged, and it
%   is used; or a command of the MEX module gets malformed arguments (malformed_case).
%   outcome    'accepted', or the identifier of the error; text: its message; seconds: of computing time
%   kind       what was damaged

malformed_draw ('seed', number);
kind = malformed_draw ({'state', 'state', 'solution', 'checkpoint', 'program', 'program', 'tree', 'command'});
text = '';
outcome = 'accepted';
watch = cputime ();
if strcmp (kind, 'command')
    names = malformed_commands ();
    names = names(1:end - 1, 1);
    [outcome, text, seconds] = malformed_case (malformed_draw (names), number);
    return
end
try
    one = feval (['with_', kind]);
    use (one, kind);
catch e
    [outcome, text] = error_told (e);
end
seconds = cputime () - watch;

end

% ---- what is loaded, and damaged ----

function one = with_state ()
one = saved_run ();
one.sol.state = fuzz_numbers (one.sol.state);
end

function one = with_solution ()
one = saved_run ();
path_to = malformed_draw ({{'idata', 'dense', 't'}, {'idata', 'dense', 'x'}, {'idata', 'dense', 'node'}, {'x'}, ...
    {'y'}, {'t'}, {'extdata', 'x_state'}, {'extdata', 't_state'}, {'extdata', 't_end'}, {'extdata', 'x0'}, ...
    {'extdata', 'tspan'}, {'extdata', 'events'}, {'extdata', 'h_next'}});
place = struct ('type', '.', 'subs', path_to);
one.sol = subsasgn (one.sol, place, fuzz_numbers (subsref (one.sol, place)));
end

function one = with_checkpoint ()
one = checkpoint ();
one.sol.state = fuzz_numbers (one.sol.state);
end

function one = with_program ()
one = saved_system (@(s) isfield (s.sys.derive, 'kept') && isstruct (s.sys.derive.kept));
program = one.sys.derive.kept.program;
names = fieldnames (program);
is_number = cellfun (@(name) isa (program.(name), 'double'), names);
name = 'numbers';
if malformed_draw () < 0.1
    name = malformed_draw (names(is_number));
end
one.sys.derive.kept.program.(name) = fuzz_numbers (program.(name));
end

function one = with_tree ()
one = saved_system (@(s) isfield (s.sys, 'tree') && isstruct (s.sys.tree));
names = fieldnames (one.sys.tree);
is_number = cellfun (@(name) isa (one.sys.tree.(name), 'double') && ~isempty (one.sys.tree.(name)), names);
names = names(is_number);
if ~isempty (one.sys.tree.maps) && malformed_draw () < 0.4
    one.sys.tree.maps{1} = fuzz_numbers (one.sys.tree.maps{1});
else
    name = malformed_draw (names);
    one.sys.tree.(name) = fuzz_numbers (one.sys.tree.(name));
end
end

% ---- files ----

function one = saved_run ()
persistent files
systems = strength_systems ();
pairs = strength_pairs ();
if isempty (files)
    files = cell (numel (systems), size (pairs, 1));
end
i = malformed_draw (numel (systems));
j = malformed_draw (size (pairs, 1));
if systems(i).large
    j = malformed_draw (2);
end
if isempty (files{i, j})
    files{i, j} = run_of (systems(i), pairs{j, 2});
end
one = files{i, j};
end

% a run that is saved and loaded; of pairs that do not fit, psf's
function one = run_of (system, options)
events = {'Events', @(t,p,v) t - system.tend / 3};
options = [options, events, {'MaxSteps', 30, 'MaxWallTime', 5}];
try
    sol = geoms (system.sys, [0 system.tend], system.x0, options{:});
catch e
    if strncmp (e.identifier, 'geoms:', 6) == 0
        rethrow (e);
    end
    options(1:4) = {'Formulation', 'psf', 'Method', 'auto'};
    sol = geoms (system.sys, [0 system.tend], system.x0, options{:});
end
one = struct ('sol', through_file (sol), 'sys', system.sys, 'x0', system.x0, 'tend', ...
    2 * system.tend, 'events', {events});
end

function one = through_file (one) %#ok<INUSD>
file = [tempname(), '.mat'];
save (file, 'one');
one = getfield (load (file), 'one'); %#ok<GFLD>
delete (file);
end

function one = saved_system (fits)
persistent all_systems
if isempty (all_systems)
    all_systems = strength_systems ();
    for i = 1:numel (all_systems)
        all_systems(i).sys = loaded (all_systems(i).sys);
    end
end
fitting = all_systems(arrayfun (fits, all_systems));
one = fitting(malformed_draw (numel (fitting)));
one.sol = [];
end

% handles of subfunctions do not find them when they are loaded, in Octave
function sys = loaded (before)
sys = through_file (before);
sys.functions = before.functions;
sys.derive.kept = with_functions (sys.derive.kept, before.derive.kept);
end

function kept = with_functions (kept, before)
if isstruct (kept)
    kept.stamp.functions = before.stamp.functions;
end
end

% of a run that was told to write one all the time
function one = checkpoint ()
persistent files
systems = strength_systems ();
if isempty (files)
    files = cell (1, numel (systems));
end
i = malformed_draw (numel (systems));
if isempty (files{i})
    file = [tempname(), '.mat'];
    geoms (systems(i).sys, [0 systems(i).tend], systems(i).x0, 'MaxSteps', 50, 'Checkpoint', file, ...
        'CheckpointInterval', 1e-6);
    content = load (file);
    delete (file);
    names = fieldnames (content);
    files{i} = struct ('sol', content.(names{1}), 'sys', systems(i).sys, 'x0', systems(i).x0, 'tend', ...
        3 * systems(i).tend, 'events', {{}});
end
one = files{i};
end

% ---- use ----

function use (one, kind)
limits = {'MaxSteps', 30, 'MaxWallTime', 3};
if any (strcmp (kind, {'state', 'checkpoint', 'solution'}))
    limits = [limits, one.events];
end
if any (strcmp (kind, {'state', 'checkpoint'}))
    geomsextend (one.sol, one.sys, one.tend, [], geomsset (limits{:}));
elseif strcmp (kind, 'solution')
    uses = {@() geomsextend(one.sol, one.sys, one.tend, [], geomsset (limits{:})), ...
        @() geomsval(one.sol, one.tend / 3, one.sys), @() geomsval(one.sol, [0, one.tend / 2]), ...
        @() geomsextend(one.sol, one.sys, one.tend, one.x0, geomsset (limits{:}))};
    call (malformed_draw (uses));
else
    pairs = strength_pairs ();
    pair = pairs{malformed_draw(size (pairs, 1)), 2};
    if one.large
        pair = {};
    end
    uses = {@() geoms(one.sys, [0 one.tend], one.x0, limits{:}), ...
        @() geoms(one.sys, [0 one.tend], one.x0, limits{:}, pair{:}), ...
        @() geomsterms(one.sys, 0, one.x0), @() geomsinit(one.sys, 0, one.x0), ...
        @() exported(one), @() geomssweep(one.sys, [0 one.tend / 10], one.x0, [], limits{:})};
    call (malformed_draw (uses));
end
end

function call (fcn)
fcn ();
end

function text = exported (one)
file = [tempname(), malformed_draw({'.c', '.m'})];
remover = onCleanup (@() file_gone (file));
text = geomsexport (one.sys, file, 0, one.x0, 'Symbol', 'model_of_fuzz');
end
