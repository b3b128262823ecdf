function job = sweep_write (s)
%SWEEP_WRITE  The folder of an array job: what SWEEP_FILES writes, and
%     run_task.m    what each task runs
%     job.sh        for sbatch; any shell runs a task of it with SLURM_ARRAY_TASK_ID
%     logs          what tasks say
%   job has folder, script, tasks, members and command.

if exist (fullfile (s.folder, 'sweep.mat'), 'file') == 2
    error ('geoms:sweep:folder', ['The folder ''%s'' has the files of a sweep: collect it, geomssweep ', ...
        '(''%s''), and remove it, or name another one.'], s.folder, s.folder);
end
sweep_files (s);
[made, message] = mkdir (fullfile (s.folder, 'logs'));
need (made, fullfile (s.folder, 'logs'), message);
write (fullfile (s.folder, 'run_task.m'), task ());
script = fullfile (s.folder, 'job.sh');
write (script, shell (s));
job = struct ('folder', s.folder, 'script', script, 'tasks', s.tasks, 'members', s.count, 'command', ...
    sprintf ('sbatch "%s"', script));

end

function need (good, what, message)
if ~good
    error ('geoms:sweep:write', '''%s'' cannot be written: %s', what, message);
end
end

function write (file, lines)
[id, message] = fopen (file, 'w');
need (id >= 0, file, message);
fprintf (id, '%s\n', lines{:});
fclose (id);
end

function lines = task ()
toolbox = fileparts (fileparts (mfilename ('fullpath')));
folders = unique ({toolbox, compiled_in(toolbox)});
lines = {
    '% run_task - one task of an array job of geomssweep: SLURM_ARRAY_TASK_ID says which'
    sprintf('addpath (%s);', strjoin (strcat ('''', strrep (folders, '''', ''''''), ''''), ', '))
    'geomssweep (fileparts (mfilename (''fullpath'')), str2double (getenv (''SLURM_ARRAY_TASK_ID'')));'};
end

% an installed package has its compiled part in a folder of its own
function folder = compiled_in (toolbox)
folder = fileparts (which ('geoms_mex'));
if isempty (folder)
    folder = toolbox;
end
end

function lines = shell (s)
program = '"${OCTAVE:-octave-cli}" --norc --no-history -q "$folder/run_task.m"';
if exist ('OCTAVE_VERSION', 'builtin') == 0
    program = '"${MATLAB:-matlab}" -sd "$folder" -batch run_task';
end
lines = {
    '#!/bin/sh'
    '# An array job of geomssweep. Options of sbatch go before the file: sbatch --time=10 job.sh'
    '#SBATCH --job-name=geomssweep'
    sprintf('#SBATCH --array=1-%d', s.tasks)
    '#SBATCH --ntasks=1'
    sprintf('#SBATCH --cpus-per-task=%d', s.workers)
    sprintf('#SBATCH --output="%s"', fullfile (s.folder, 'logs', 'task_%a.txt'))
    sprintf('folder="%s"', s.folder)
    sprintf(': "${SLURM_ARRAY_TASK_ID:?is not set: submit this file with sbatch, or say which task, 1 to %d}"', s.tasks)
    ['exec ', program]};
end
