function problem = run_listen (problem)
%RUN_LISTEN  Adds the functions among the options: selector, events, output, record; the checkpoint's file.

opts = problem.settings;
sys = problem.sys;
problem.selector = run_selector (sys, problem.options, problem.tspan(1), problem.x0);
if ~any_given (problem.options)
    problem.output_rows = 1:numel (problem.x0);
    problem.record_extra = [false, false];
    return    % the rest is as RUN_PROBLEM leaves it
end
problem.events = run_events (sys, opts, problem.tspan(1), problem.x0);
problem.output = opt_function (opts, 'OutputFcn');
problem.output_rows = output_rows (opts.OutputSel, numel (problem.x0));
[problem.record, problem.record_extra] = opt_function (opts, 'Record', sys);
if ~isempty (problem.output)
    problem.refine = opts.Refine;
end
if ~isempty (opts.Checkpoint)
    problem.options.Checkpoint = checkpoint_file (opts.Checkpoint);
    problem.settings.Checkpoint = problem.options.Checkpoint;
end

end

% whether any of the options but Selector is there
function yes = any_given (opts)
yes = ~(isempty (opts.Events) && isempty (opts.EventAction) && isempty (opts.OutputFcn) ...
    && isempty (opts.Record) && isempty (opts.OutputSel) && isempty (opts.Checkpoint));
end

function list = output_rows (list, n)
if isempty (list)
    list = 1:n;
elseif any (list(:) > n)
    error ('geoms:options:size', 'OutputSel contains row %d; sol.y has %d rows.', ...
        max (list(:)), n);
end
end

% with the extension that MATLAB expects, in a folder that can be written to
function file = checkpoint_file (file)
[folder, name, extension] = fileparts (file);
if isempty (extension)
    file = fullfile (folder, [name, '.mat']);
end
half = [file, '.part'];
id = fopen (half, 'w');
if id < 0 || isempty (name)
    error ('geoms:checkpoint:file', ['Checkpoint ''%s'' cannot be written: give a file in a ', ...
        'folder that exists.'], file);
end
fclose (id);
delete (half);
end
