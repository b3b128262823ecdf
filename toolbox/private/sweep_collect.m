function results = sweep_collect (folder)
%SWEEP_COLLECT  The results of an array job, as GEOMSSWEEP returns them; members of tasks that have written
%   nothing have the status 'missing', and are told.

s = sweep_load (folder, false);
folder = s.folder;
entries = cell (1, s.count);
missing = false (1, s.tasks);
for task = 1:s.tasks
    file = sweep_result (folder, task);
    missing(task) = exist (file, 'file') ~= 2;
    if ~missing(task)
        read = load (file);
        entries(sweep_share (s, task)) = read.s;
    end
end
results = sweep_join (s, entries, 'missing');
if any (missing)
    list = sprintf ('%d,', find (missing));
    run_warn ('geoms:sweep:missing', ['%d of %d tasks have written no results: they are under way, or ', ...
        'failed, see %s. Again: sbatch --array=%s "%s"'], sum (missing), s.tasks, ...
        fullfile (folder, 'logs'), list(1:end - 1), fullfile (folder, 'job.sh'));
end
sweep_tell (s, results);

end
