function s = sweep_arguments (sys, tspan, X0, Q, list)
%SWEEP_ARGUMENTS  What GEOMSSWEEP is asked for, checked: a struct without anything that is open.
%     sys, tspan, X0, Q    as given; count: members
%     opts                 of GEOMSSET, of each run; it says nothing itself
%     quiet                Display 'off'
%     workers, reduce ([]: none), progress ('on', 'off' or a function), folder (''), tasks ([])
%     called               whether it is known that functions are called

check_system (sys);
s = struct ('sys', sys, 'tspan', check_tspan (tspan), 'X0', {X0}, 'Q', {Q}, 'count', 0, ...
    'opts', [], 'quiet', false, 'workers', [], 'reduce', [], 'progress', 'off', 'folder', '', 'tasks', [], ...
    'called', false);
s.count = count_of (sys, X0, Q);
[own, list] = own_names (list);
s.opts = opt_more ('geomssweep', {'Workers', 'Reduce', 'Progress', 'Folder', 'Tasks'}, list);
s.quiet = strcmp (s.opts.Display, 'off');
if ~isempty (s.opts.Progress)
    s.progress = s.opts.Progress;
end
if ~isempty (s.opts.Checkpoint)
    error ('geoms:sweep:checkpoint', ['All members would write the file of Checkpoint. What is done is ', ...
        'kept by geomslast after Ctrl-C, and in files with ''Folder''.']);
end
s.opts.Display = 'off';
s.opts.Progress = [];
s.opts.Stats = [];
s = take (s, own);

end

function s = take (s, own)
for i = 1:size (own, 1)
    name = own{i, 1};
    value = own{i, 2};
    if isnumeric (value) && isempty (value)
        continue    % the default
    end
    switch name
        case {'Workers', 'Tasks'}
            need_count (name, value);
            s.(lower (name)) = double (value);
        case 'Reduce'
            [s.reduce, arguments] = call_handle (name, value, 'sol,k');
            need_arguments (name, arguments);
        case 'Progress'
            s.progress = progress_of (value);
        case 'Folder'
            s.folder = sweep_folder (value);
    end
end
if isempty (s.workers)
    s.workers = processors ();
    if ~isempty (s.folder)
        s.workers = 1;
    end
end
if isempty (s.folder) && ~isempty (s.tasks)
    error ('geoms:sweep:tasks', ['Tasks are those of an array job: give the Folder for its files, too.']);
elseif ~isempty (s.folder)
    if isempty (s.tasks)
        s.tasks = 100;
    end
    s.tasks = min (s.tasks, s.count);
end
end

% how many members X0 and Q make
function count = count_of (sys, X0, Q)
many = size (Q, 2);
if isempty (Q)
    if isstruct (Q) || iscell (Q) || any (size (Q) > 0)
        error ('geoms:sweep:parameters', ['Q is empty (%d x %d): give a column of parameters for each ', ...
            'member, or [] for those of the system.'], size (Q, 1), size (Q, 2));
    end
    many = 1;
elseif ~sys.has_parameters
    error ('geoms:sweep:parameters', ['Q has parameters, but the system takes none: say geomssys (..., ', ...
        '''parameters'', q), or give [] for Q.']);
elseif isstruct (Q)
    many = numel (Q);
    need_alike (isstruct (sys.parameters), 'a struct array');
else
    if ~isnumeric (Q) || ~isreal (Q) || ndims (Q) > 2
        error ('geoms:sweep:parameters', ['Q must be a matrix of real numbers with the parameters of each ', ...
            'member as a column, or a struct array, not %s.'], check_described (Q));
    end
    need_alike (~isstruct (sys.parameters), 'a matrix');
    np = numel (sys.parameters);
    if ~strcmp (sys.form, 'native') && size (Q, 1) ~= np
        error ('geoms:sweep:parameters', ['Q is %d x %d; it must have a row for each parameter of the ', ...
            'system, %d x members.'], size (Q, 1), size (Q, 2), np);
    end
end
starts = 1;
if isstruct (X0)
    starts = numel (X0);
elseif ~isempty (X0) || iscell (X0)
    if ~isnumeric (X0)
        error ('geoms:sweep:start', ['X0 must be a struct array of initial values, one for all members, ', ...
            'or one for each, not %s.'], check_described (X0));
    end
    starts = size (X0, 2);
end
if starts == 0
    error ('geoms:sweep:start', 'X0 has no initial values: it is a struct array of size %d x %d.', size (X0));
elseif starts > 1 && many > 1 && starts ~= many
    error ('geoms:sweep:count', ['X0 has %d members and Q has %d: give as many of both, or one of either ', ...
        'for all.'], starts, many);
end
count = max (starts, many);
end

function need_alike (yes, kind)
if ~yes
    kinds = {'a struct', 'a vector'};
    error ('geoms:sweep:parameters', 'Q is %s; the parameters of the system are %s.', kind, ...
        kinds{1 + strcmp(kind, 'a struct array')});
end
end

% the names that are none of GEOMSSET's, and the rest of the list
function [own, list] = own_names (list)
own = cell (0, 2);
known = {'Workers', 'Reduce', 'Progress', 'Folder', 'Tasks'};
at = 1 + (~isempty (list) && isstruct (list{1}) || numel (list) > 0 && isempty (list{1}));
if at == 2 && isempty (list{1})
    list{1} = struct ();
end
while at < numel (list)
    i = [];
    if ischar (list{at})
        i = find (strcmpi (list{at}, known));
    end
    if numel (i) == 1
        own(end + 1, :) = {known{i}, list{at + 1}}; %#ok<AGROW>
        list(at:at + 1) = [];
    else
        at = at + 2;
    end
end
last = list(at:end);
if ~isempty (last) && ischar (last{1}) && any (strcmpi (last{1}, known))
    error ('geoms:options:pairs', '''%s'' has no value.', last{1});
end
end

function need_count (name, value)
if ~isnumeric (value) || ~isreal (value) || numel (value) ~= 1 || ~(value >= 1) || value > 1000 ...
        || value ~= fix (value)
    error (['geoms:sweep:', lower(name)], '%s must be a whole number from 1 to 1000, not %s.', name, ...
        check_described (value));
end
end

function need_arguments (name, count)
if ~any (count == [1 2]) && ~(count < 0 && count >= -3)
    error ('geoms:system:arity', '''%s'' takes %s; it must take (sol) or (sol, k).', name, ...
        call_takes (count));
end
end

function value = progress_of (value)
if islogical (value) && numel (value) == 1
    words = {'off', 'on'};
    value = words{1 + value};
elseif ischar (value) && any (strcmpi (value, {'on', 'off'}))
    value = lower (value);
elseif isa (value, 'function_handle')
    [value, count] = call_handle ('Progress', value, 'done,count');
    if count ~= 2 && ~(count < 0 && count >= -3)
        error ('geoms:system:arity', '''Progress'' takes %s; it must take (done, count).', ...
            call_takes (count));
    end
else
    error ('geoms:sweep:progress', 'Progress must be ''on'', ''off'' or a function @(done, count), not %s.', ...
        check_described (value));
end
end

function count = processors ()
if exist ('OCTAVE_VERSION', 'builtin') > 0
    count = feval ('nproc');
else
    count = feval ('feature', 'numcores');
end
end
