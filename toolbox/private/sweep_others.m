function sweep_others (s, list, store)
%SWEEP_OTHERS  Members of a sweep whose functions are called: over processes, if there are some, else one
%   after the other. Processes take some members at a time, so that what is done is known.

octave = exist ('OCTAVE_VERSION', 'builtin') > 0;
alone = s.workers == 1 || numel (list) == 1 || ~isempty (s.folder);
if alone || octave && exist ('parcellfun') == 0 %#ok<EXIST>
    rounds = num2cell (list);
    make = @by_itself;
elseif octave
    [s, rounds, keeper] = as_tasks (s); %#ok<ASGLU>
    make = @by_parcellfun;
else
    rounds = in_parts (list, ceil (numel (list) / (4 * s.workers)));
    make = @by_parfor;
end
watch = sweep_watch (s, [], 0);
done = 0;
for i = 1:numel (rounds)
    members = rounds{i};
    entries = make (s, members);
    for j = 1:numel (members)
        sweep_store ('put', store, members(j), entries{j});
        done = done + 1;
        watch = sweep_watch (s, watch, done);
    end
end

end

function parts = in_parts (list, count)
ends = round (linspace (0, numel (list), count + 1));
parts = arrayfun (@(a, b) list(a + 1:b), ends(1:end - 1), ends(2:end), 'UniformOutput', false);
end

function entries = by_itself (s, members)
entries = {sweep_one(s, members)};
end

function entries = by_parfor (s, members)
entries = cell (1, numel (members));
parfor i = 1:numel (members)
    entries{i} = sweep_one (s, members(i));
end
end

% ---- parcellfun of the package parallel ----

% Its processes take functions by name, and no handles inside of structs: they read the sweep from files,
% as tasks of an array job do; a round is as many tasks as keep all of them busy.
function [s, rounds, keeper] = as_tasks (s)
s.folder = tempname ();
s.tasks = min (s.count, 8 * s.workers);
keeper = onCleanup (@() remove (s.folder));
one = s;
one.workers = 1;
one.called = true;
sweep_files (one);
tasks = in_parts (1:s.tasks, min (4, s.tasks));
rounds = cellfun (@(part) members_of (s, part), tasks, 'UniformOutput', false);
end

function members = members_of (s, tasks)
members = arrayfun (@(task) sweep_share (s, task), tasks, 'UniformOutput', false);
members = [members{:}];
end

% what no process could do, with functions of a script for instance, is done here
function entries = by_parcellfun (s, members)
tasks = find (arrayfun (@(task) any (ismember (sweep_share (s, task), members)), 1:s.tasks));
folder = s.folder;
feval ('parcellfun', s.workers, @(task) geomssweep (folder, task), num2cell (tasks), 'UniformOutput', ...
    false, 'VerboseLevel', 0, 'ErrorHandler', @(varargin) 0);
entries = {};
s.folder = '';
for task = tasks
    file = sweep_result (folder, task);
    if exist (file, 'file') == 2
        read = load (file);
        entries = [entries, read.s]; %#ok<AGROW>
        delete (file);
    else
        share = sweep_share (s, task);
        entries = [entries, arrayfun(@(k) sweep_one (s, k), share, 'UniformOutput', false)]; %#ok<AGROW>
    end
end
end

function remove (folder)
if exist (folder, 'dir') == 7
    results = dir (fullfile (folder, 'results', 'task_*'));
    cellfun (@(name) delete (fullfile (folder, 'results', name)), {results.name});
    delete (fullfile (folder, '*.mat'));
    rmdir (fullfile (folder, 'results'));
    rmdir (folder);
end
end
