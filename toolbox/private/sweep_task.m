function results = sweep_task (folder, task)
%SWEEP_TASK  One task of an array job: runs its members and writes their entries into results; these
%   members alone as GEOMSSWEEP returns them.

s = sweep_load (folder, true);
if isnumeric (task) && numel (task) == 1 && isnan (task)
    error ('geoms:sweep:task', ['No task of ''%s'' is told: SLURM_ARRAY_TASK_ID is set by sbatch, and must ', ...
        'be a number from 1 to %d elsewhere.'], folder, s.tasks);
elseif ~isnumeric (task) || numel (task) ~= 1 || ~any (task == 1:s.tasks)
    error ('geoms:sweep:task', 'Tasks of ''%s'' are 1 to %d, not %s.', folder, s.tasks, ...
        check_described (task));
end
task = double (task);
list = sweep_share (s, task);
entries = sweep_run (s, list);
sweep_save (sweep_result (s.folder, task), entries(list));
if nargout > 0
    results = sweep_join (s, entries(list), 'interrupted');
end

end
