function [passed, failed] = test_output ()
%TEST_OUTPUT  What is called or written during and after a run: OutputFcn, Refine, Record, Progress,
%   Checkpoint, MaxWallTime.

cases = {
    'OutputFcn: init, every step, done', @init_step_done
    'OutputFcn with requested times gets several at once', @several_at_once
    'OutputSel selects rows', @selected
    'OutputFcn stops the run', @stopped
    'an error in OutputFcn comes back unchanged', @user_error
    '''done'' is called after a failure, too', @done_after_failure
    'odeplot and the like can be used', @like_odeplot
    'OutputFcn alone is no reason to draw', @not_drawn
    'Refine: more points for OutputFcn and [t, y], not in sol', @refined
    'Refine with events that restart the run', @refined_restarts
    'Record at all times, in every form', @recorded
    'Record of a partial solution, and its errors', @record_failures
    'Progress says nothing on a short run, and a line on a long one', @progress
    'a run that will take minutes says so after 20 s', @takes_minutes
    'Checkpoint holds the solution at the end', @checkpoint
    'Checkpoint of a run that is killed can be continued', @killed
    'Checkpoint that cannot be written', @no_checkpoint
    'MaxWallTime ends the run with a warning', @wall_time
    'MaxWallTime holds before the first step and within steps', @wall_time_everywhere
    'what MaxWallTime has cut off goes on bit for bit', @wall_time_same_bits
    'nothing of this changes the result', @same_bits};
[passed, failed] = geoms_suite ('output', cases);

end

function sys = oscillator (varargin)
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, varargin{:});
end

function x0 = at_one ()
x0 = struct ('p', 1);
end

% keeps all calls; the flag, t and y of the k-th in log(k)
function log = new_log ()
log = containers.Map ('KeyType', 'double', 'ValueType', 'any');
end

function stop = written (log, t, y, flag)
log(log.Count + 1) = struct ('t', t, 'y', y, 'flag', flag); %#ok<NASGU>
stop = false;
end

function calls = all_of (log)
calls = log.values ();
calls = [calls{:}];
end

% ---- OutputFcn ----

function init_step_done ()
log = new_log ();
sol = geoms (oscillator (), [0 3], at_one (), 'OutputFcn', @(t,y,f) written (log, t, y, f));
calls = all_of (log);
check (strcmp (calls(1).flag, 'init') && isequal (calls(1).t, [0 3]));
check (isequal (calls(1).y, [0; 1]));
check (strcmp (calls(end).flag, 'done') && isempty (calls(end).t) && isempty (calls(end).y));
steps = calls(2:end - 1);
check (all (cellfun (@(f) ischar (f) && isempty (f), {steps.flag})));
check (isequal ([steps.t], sol.t(2:end)) && isequal ([steps.y], sol.y(:, 2:end)));
check (numel (steps) == numel (sol.t) - 1);
end

function several_at_once ()
log = new_log ();
t = 0:0.01:2;
sol = geoms (oscillator (), t, at_one (), 'OutputFcn', @(t,y,f) written (log, t, y, f));
calls = all_of (log);
steps = calls(2:end - 1);
check (isequal ([steps.t], t(2:end)) && isequal ([steps.y], sol.y(:, 2:end)));
check (any (cellfun (@numel, {steps.t}) > 1) && ~any (cellfun (@isempty, {steps.t})));
end

function selected ()
log = new_log ();
sol = geoms (pendulum ('vectorized'), [0 0.5], struct ('p', [1; 0]), 'OutputSel', [4 1], ...
    'OutputFcn', @(t,y,f) written (log, t, y, f));
calls = all_of (log);
check (isequal (calls(1).y, sol.y([4 1], 1)) && isequal (calls(2).y, sol.y([4 1], 2)));
check_error ('geoms:options:size', @() geoms (oscillator (), [0 1], at_one (), 'OutputSel', 3, ...
    'OutputFcn', @(t,y,f) false), '3');
end

function stopped ()
sol = check_warning ('', @() geoms (oscillator (), [0 3], at_one (), 'OutputFcn', ...
    @(t,y,f) ~isempty (t) && t(1) > 1));
check (strcmp (sol.info.status, 'stopped') && sol.info.idid == 1);
check (sol.t(end) > 1 && sol.t(end - 1) <= 1);
check_close (sol.p, cos (sol.t), 1e-5);
end

function user_error ()
message = check_error ('my:own:error', @() geoms (oscillator (), [0 3], at_one (), 'OutputFcn', ...
    @(t,y,f) isempty (f) && failing_after (1, t)));
check (strcmp (message, 'mine'), '%s', message);
sol = geomslast ();
check (sol.t(end) > 1 && sol.t(end - 1) <= 1 && strcmp (sol.info.status, 'failed'));
check_error ('my:own:error', @() geoms (oscillator (), [0 3], at_one (), 'OutputFcn', ...
    @(t,y,f) failing_after (-1, t)));
check_error ('my:own:error', @() geoms (oscillator (), [0 3], at_one (), 'OutputFcn', ...
    @(t,y,f) failing_after (1 - 2 * strcmp (f, 'done'), 0)));
sol = geomslast ();
check (sol.t(end) == 3);
end

function stop = failing_after (limit, t)
stop = false;
if any (t > limit)
    error ('my:own:error', 'mine');
end
end

function done_after_failure ()
log = new_log ();
sol = geoms (oscillator (), [0 3], at_one (), 'MaxSteps', 3, 'Display', 'off', 'OutputFcn', ...
    @(t,y,f) written (log, t, y, f)); %#ok<NASGU>
calls = all_of (log);
check (strcmp (calls(end).flag, 'done'));
log = new_log ();
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p + failing_after (1, t));
check_error ('my:own:error', @() geoms (sys, [0 3], at_one (), 'OutputFcn', ...
    @(t,y,f) written (log, t, y, f)));
calls = all_of (log);
check (strcmp (calls(1).flag, 'init') && strcmp (calls(end).flag, 'done'));
end

function like_odeplot ()
old = get (0, 'DefaultFigureVisible');
restorer = onCleanup (@() set (0, 'DefaultFigureVisible', old));
set (0, 'DefaultFigureVisible', 'off');
before = get (0, 'Children');
sol = geoms (oscillator (), [0 3], at_one (), odeset ('OutputFcn', @odeplot, 'OutputSel', 2));
fresh = setdiff (get (0, 'Children'), before);
check (numel (fresh) == 1);
closer = onCleanup (@() close (fresh));
lines = findall (fresh, 'Type', 'line');
check (numel (lines) == 1);
check_close (reshape (get (lines, 'YData'), 1, []), sol.p, 0);
check_close (reshape (get (lines, 'XData'), 1, []), sol.t, 0);
end

function not_drawn ()
before = numel (get (0, 'Children'));
geoms (oscillator (), [0 1], at_one (), 'OutputFcn', @(t,y,f) false);
check (numel (get (0, 'Children')) == before);
end

% ---- Refine ----

function refined ()
log = new_log ();
sys = pendulum ('vectorized');
x0 = struct ('p', [1; 0]);
plain = geoms (sys, [0 1], x0);
[t, y] = geoms (sys, [0 1], x0, 'Refine', 4);
check (numel (t) == 4 * (numel (plain.t) - 1) + 1);
check (isequal (t(1:4:end), plain.t') && isequal (y(1:4:end, :), plain.y'));
check_close (sum (y(:, 4:5) .^ 2, 2), ones (size (t)), 1e-12);
check_close (y, pendulum_exact (t')', 1e-3);
sol = geoms (sys, [0 1], x0, 'Refine', 4, 'OutputFcn', @(t,y,f) written (log, t, y, f));
calls = all_of (log);
check (isequal ([calls(2:end - 1).t], t(2:end)') && numel (calls(2).t) == 4);
check (isequal (sol.t, plain.t) && isequal (sol.y, plain.y));
check_close (sol.residual.position, plain.residual.position, 1e-15);
check (isequal (geoms (sys, [0 1], x0, 'Refine', 4), setfield (plain, 'stats', 0)) == false);
[t, y] = geoms (sys, [0 0.5 1], x0, 'Refine', 4);
check (isequal (t, [0; 0.5; 1]) && size (y, 1) == 3);
end

function refined_restarts ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -1);
opts = geomsset ('Events', @(t,p,v) deal (p, 0, -1), 'EventAction', @(t,p,v,z,ie) deal (p, -v), ...
    'MaxStep', 0.7);
plain = geoms (sys, [0 6], struct ('p', 0.5), opts);
sol = geoms (sys, [0 6], struct ('p', 0.5), opts, 'Refine', 3, 'OutputFcn', @(t,y,f) false);
check (isequal (sol.t, plain.t) && isequal (sol.y, plain.y) && isequal (sol.xe, plain.xe));
sol = geoms (sys, [0 6], struct ('p', 0.5), opts, 'Refine', 3, 'OutputFcn', @(t,y,f) false, ...
    'Dense', 'off');
check (isequal (sol.t, plain.t));
end

% ---- Record ----

function recorded ()
energy = @(t,p,v) [sum(v.^2, 1) / 2 + 13.750371636040745655 * p(2, :); t];
for form = {'mechanical', 'vectorized', 'model'}
    sol = geoms (pendulum (form{1}), [0 1], struct ('p', [1; 0]), 'Record', energy);
    check (isequal (size (sol.record), [2, numel(sol.t)]) && isequal (sol.record(2, :), sol.t));
    check_close (sol.record(1, :), 0 * sol.t, 1e-5);
end
sol = geoms (pendulum ('residual'), [0 0.5 1], struct ('p', [1; 0]), 'Record', @(t,x) 2 * x(4));
check_close (sol.record, 2 * sol.p(1, :), 0);
sol = geoms (oscillator ('parameters', 7), [0 1], at_one (), 'Record', ...
    @(t,p,v,z,q) q + numel (z.lambda) + 0 * t);
check (all (sol.record == 7));
sol = geoms (oscillator (), [0 1], at_one ());
check (isequal (size (sol.record), [0, numel(sol.t)]));
count = new_log ();
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p, 'vectorized', true);
sol = geoms (sys, [0 1], at_one (), 'Record', ...
    @(t,p,v,z) p + 0 * written (count, t, p, '')); %#ok<NASGU>
check (count.Count == 1);
end

function record_failures ()
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p + failing_after (1, t));
check_error ('my:own:error', @() geoms (sys, [0 3], at_one (), 'Record', @(t,p,v) p));
sol = geomslast ();
check (isequal (sol.record, sol.p) && sol.t(end) <= 1);
check_error ('my:own:error', @() geoms (oscillator (), [0 3], at_one (), 'Record', ...
    @(t,p,v) failing_after (2, t)));
sol = geomslast ();
check (sol.t(end) == 3 && isempty (sol.record));
check_error ('geoms:record:size', @() geoms (oscillator (), [0 3], at_one (), 'Record', ...
    @(t,p,v) [p, v]), 'a column of numbers, [a; b]');
last = geomslast ();
check (last.t(end) == 3);
check_error ('geoms:record:size', @() geoms (oscillator (), [0 3], at_one (), 'Record', ...
    @(t,p,v) ones (1 + (t > 1), 1)));
check_error ('geoms:record:size', @() geoms (oscillator (), [0 3], at_one (), 'Record', ...
    @(t,p,v) [1 2]));
check_error ('geoms:system:arity', @() geoms (oscillator (), [0 3], at_one (), 'Record', @(t) t));
end

% ---- Progress, Checkpoint, MaxWallTime ----

% the force takes its time
function sys = slow (seconds)
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p + 0 * toc_after (seconds), 'derive', 'off');
end

function s = toc_after (seconds)
watch = tic;
while toc (watch) < seconds
end
s = 0;
end

function progress ()
text = evalc (['geoms (oscillator (), [0 3], at_one (), ''Progress'', ''on'', ', ...
    '''OutputFcn'', @(t,y,f) false);']);
check (isempty (text), '%s', text);
sys = slow (0.01); %#ok<NASGU>
sol = [];
text = evalc ('sol = geoms (sys, [0 3], at_one (), ''Progress'', ''on'', ''MaxStep'', 0.2);');
lines = regexp (text, sprintf ('\r'), 'split');
check (numel (lines) > 2 && numel (lines) < 4 + 2 * sol.stats.seconds, '%d lines in %g s', ...
    numel (lines), sol.stats.seconds);
check (sum (text == sprintf ('\n')) == 1 && text(end) == sprintf ('\n'), '%s', text);
check (~isempty (strfind (lines{2}, ' %')) && ~isempty (strfind (lines{2}, 'left')), '%s', text);
check (~isempty (strfind (lines{end}, '100 %')) && ~isempty (strfind (lines{end}, 'done')));
end

% told by itself; not with Display 'off', nor beside a bar
function takes_minutes ()
if ~is_long ()
    return
end
sys = geomssys ('mass', 1, 'force', @(t,p,v) 20 * sign (3 - v));
run = @(varargin) geoms (sys, [0 100], struct ('p', 0), 'MaxWallTime', 22, varargin{:});
sol = [];
text = evalc ('sol = run ();');
check (~isempty (regexp (text, 'After 2\d s the run is at t = .* it takes \d+ (min|h|days)', 'once')), '%s', text);
check (sol.t(end) < 100 && ~isempty (strfind (text, 'geomslast')));
text = evalc ('run (''Display'', ''off'')');
check (isempty (strfind (text, 'After 2')), '%s', text);
end

function file = temporary ()
file = [tempname(), '.mat'];
end

function remove (file)
for name = {file, [file, '.part']}
    if exist (name{1}, 'file')
        delete (name{1});
    end
end
end

function checkpoint ()
file = temporary ();
cleaner = onCleanup (@() remove (file));
sys = pendulum ('vectorized');
sol = geoms (sys, [0 1], struct ('p', [1; 0]), 'Checkpoint', file);
found = load (file);
check (isequal (found.sol.y, sol.y) && isequal (found.sol.state, sol.state));
check (strcmp (found.sol.info.status, 'ok'));
more = geomsextend (found.sol, sys, 2, [], geomsset ('Checkpoint', ''));
whole = geoms (sys, [0 2], struct ('p', [1; 0]));
check (isequal (more.y, whole.y) && isequal (more.t, whole.t));
% without extension
geoms (sys, [0 0.1], struct ('p', [1; 0]), 'Checkpoint', file(1:end - 4), 'OutputFcn', ...
    @(t,y,f) false);
found = load (file);
check (found.sol.t(end) == 0.1);
end

% a copy that is made while the run goes on is what a crash would leave
function killed ()
file = temporary ();
copy = temporary ();
cleaner = onCleanup (@() cellfun (@remove, {file, copy}));
sys = pendulum ('mechanical', 'derive', 'off');    % else it has ended by then
x0 = struct ('p', [1; 0]);
opts = geomsset ('Checkpoint', file, 'CheckpointInterval', 0.02);
whole = geoms (sys, [0 3], x0, opts, 'OutputFcn', @(t,y,f) copied (file, copy));
found = load (copy);
check (strcmp (found.sol.info.status, 'running') && found.sol.t(end) < 3 && found.sol.t(end) > 0);
sol = geomsextend (found.sol, sys, 3);
check (isequal (sol.t, whole.t) && isequal (sol.y, whole.y) && isequal (sol.idata, whole.idata));
check (isequal (sol.residual.position, whole.residual.position));
check (all (sol.residual.relative(:) <= 1e-12));
end

function stop = copied (file, copy)
stop = false;
if exist (file, 'file') && ~exist (copy, 'file')
    copyfile (file, copy);
end
end

function no_checkpoint ()
check_error ('geoms:checkpoint:file', @() geoms (oscillator (), [0 1], at_one (), 'Checkpoint', ...
    fullfile (tempname (), 'x.mat')), 'x.mat');
folder = tempname ();
mkdir (folder);
cleaner = onCleanup (@() rmdir (folder, 's'));
sol = check_warning ('geoms:checkpoint:write', @() geoms (oscillator (), [0 1], at_one (), ...
    'Checkpoint', fullfile (folder, 'x.mat'), 'OutputFcn', @(t,y,f) removed (folder)));
check (strcmp (sol.info.status, 'ok'));
mkdir (folder);
end

function stop = removed (folder)
stop = false;
if exist (folder, 'dir')
    rmdir (folder, 's');
end
end

function wall_time ()
sol = check_warning ('geoms:time:limit', @() geoms (slow (0.01), [0 100], at_one (), ...
    'MaxWallTime', 0.5));
check (strcmp (sol.info.status, 'time is up') && sol.info.idid == -1909);
check (sol.stats.seconds > 0.5 && sol.stats.seconds < 15 && sol.t(end) > 0); % of minutes
check_close (sol.p, cos (sol.t), 1e-4);
more = geomsextend (sol, oscillator (), 100, [], geomsset ('MaxWallTime', 100));
check (strcmp (more.info.status, 'ok') && more.t(end) == 100);
end

% while the start is corrected, and while no step is small enough; the functions take 10 ms
function wall_time_everywhere ()
sys = pendulum ('mechanical', 'derive', 'off');
force = sys.functions.force;
sys.functions.force = @(t,p,v) late (0.01, force (t, p, v));
sol = check_warning ('geoms:time:limit', @() geoms (sys, [0 1], struct ('p', [2; 2]), ...
    'MaxWallTime', 0.05));
check (strcmp (sol.info.status, 'time is up') && isequal (sol.t, 0) && isempty (sol.state));
check (sol.stats.seconds < 1 && ~isempty (strfind (sol.info.message, 'MaxWallTime = 0.05')));
stuck = geomssys ('mass', 1, 'force', @(t,p,v) late (0.01, p / (t <= 0.3) * 0 - p), 'derive', 'off');
sol = check_warning ('geoms:time:limit', @() geoms (stuck, [0 1], at_one (), 'MaxWallTime', 1, ...
    'InitialStep', 0.1, 'JacobianReuse', 0));
check (sol.stats.seconds < 1.5 && sol.t(end) > 0 && sol.t(end) <= 0.3);
end

function y = late (seconds, y)
pause (seconds);
end

function wall_time_same_bits ()
sys = pendulum ('mechanical', 'derive', 'off');    % else no run takes so long
for method = {'radau5', 'bdf', 'dopri5'}
    opts = geomsset ('Method', method{1}, 'Display', 'off', 'Events', @(t,p,v) deal (p(1), false, 0));
    whole = geoms (sys, [0 5], struct ('p', [1; 0]), opts);
    sol = struct ('state', [], 'info', struct ('status', 'time is up'));
    seconds = 0.03;
    while isempty (sol.state) && strcmp (sol.info.status, 'time is up')    % a busy machine
        sol = geoms (sys, [0 5], struct ('p', [1; 0]), opts, 'MaxWallTime', seconds);
        seconds = 2 * seconds;
    end
    pieces = 1;
    while strcmp (sol.info.status, 'time is up')
        sol = geomsextend (sol, sys, 5, [], opts, 'MaxWallTime', 0.01 * pieces);
        pieces = pieces + 1;
    end
    check (pieces > 1 && isequal (sol.y, whole.y) && isequal (sol.xe, whole.xe), '%s, %d pieces', ...
        method{1}, pieces);
    check (isequal (sol.idata, whole.idata) && sol.stats.naccpt == whole.stats.naccpt);
end
end

function same_bits ()
file = temporary ();
cleaner = onCleanup (@() remove (file));
plain = geoms (pendulum ('residual jac'), [0 2], struct ('p', [1; 0]));
sol = geoms (pendulum ('residual jac'), [0 2], struct ('p', [1; 0]), 'Checkpoint', file, ...
    'Progress', 'on', 'OutputFcn', @(t,y,f) false, 'Record', @(t,x) x(1), 'Refine', 3, ...
    'Events', @(t,x) x(4) - 0.3);
check (isequal (sol.y, plain.y) && isequal (sol.t, plain.t) && isequal (sol.idata, plain.idata));
end

%!test
%! [~, failed] = test_output ();
%! assert (failed, 0);
