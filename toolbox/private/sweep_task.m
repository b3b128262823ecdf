function sweep_task (folder, task)
%SWEEP_TASK  One task of an array job: runs its members and writes their entries into results.

s = sweep_load (folder, true);
if ~isnumeric (task) || numel (task) ~= 1 || ~any (task == 1:s.tasks)
    error ('geoms:sweep:task', 'Tasks of ''%s'' are 1 to %d, not %s.', folder, s.tasks, ...
        check_described (task));
end
list = sweep_share (s, task);
entries = sweep_run (s, list);
sweep_save (sweep_result (s.folder, task), entries(list));

end
