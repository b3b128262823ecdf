function results = sweep_collect (folder)
%SWEEP_COLLECT  The results of an array job, as GEOMSSWEEP returns them; members of tasks that have written
%   nothing, or nothing that can be read, have the status 'missing', and are told.

s = sweep_load (folder, false);
folder = s.folder;
entries = cell (1, s.count);
missing = false (1, s.tasks);
for task = 1:s.tasks
    file = sweep_result (folder, task);
    share = sweep_share (s, task);
    list = read_entries (file);
    missing(task) = numel (list) ~= numel (share);
    if ~missing(task)
        entries(share) = list;
    end
end
results = sweep_join (s, entries, 'missing');
if any (missing)
    list = sprintf ('%d,', find (missing));
    run_warn ('geoms:sweep:missing', ['%d of %d tasks have written no results that can be read: they are ', ...
        'under way, or failed, see %s. Again: sbatch --array=%s "%s"'], sum (missing), s.tasks, ...
        fullfile (folder, 'logs'), list(1:end - 1), fullfile (folder, 'job.sh'));
end
sweep_tell (s, results);

end

% {}: there is no such file, or it is damaged
function list = read_entries (file)
list = {};
if exist (file, 'file') ~= 2
    return
end
try
    read = load (file);
    list = read.s;
catch
    list = {};
end
if ~iscell (list)
    list = {};
end
end
