function [passed, failed] = test_geomslast ()
%TEST_GEOMSLAST  Partial solutions, also after Ctrl-C (through a pseudo-terminal, Octave on Unix
%   only).

cases = {
    'the part before an error of a user function', @after_error
    'it names the function that failed, its error and the time', @names_the_function
    'it stays until the next run of this kind', @stays
    'dense output of a partial solution', @dense
    'Ctrl-C inside a callback, and while a function is recorded', @interrupted};
[passed, failed] = geoms_suite ('geomslast', cases);

end

function sys = failing (limit)
sys = geomssys ('mass', 1, 'force', @(t,p,v) -p(1 + (t > limit)));
end

function run (limit)
try
    sol = geoms (failing (limit), [0 1], struct ('p', 1)); %#ok<NASGU>
catch e
    check (~strncmp (e.identifier, 'geoms:', 6));
    return
end
error ('geoms:test:error', 'The error was lost.');
end

function after_error ()
run (0.5);
sol = geomslast ();
check (strcmp (sol.info.status, 'failed') && sol.info.idid == -1903);
check (sol.t(end) > 0.1 && sol.t(end) <= 0.5 && numel (sol.t) > 2);
check_close (sol.p, cos (sol.t), 4e-7);
end

% among those of a system, point by point or for many; of the options
function names_the_function ()
fails = @(t) ones (1, 2 + any (t > 0.5)) * [1; 0];    % an error beyond t = 0.5
spoiled = {
    'force', 'mechanical', @(t,p,v) [0; -13 * fails(t)], {}
    'constraintAcceleration', 'vectorized', @(t,p,v) 2 * sum(v.^2, 1) * fails(t), {}
    'jac', 'residual jac', [], {}
    'Events', 'mechanical', [], {'Events', @(t,p,v) p(1) - 7 * fails(t)}
    'OutputFcn', 'mechanical', [], {'OutputFcn', @(t,y,word) isempty(word) && isnan(fails(t(end)))}
    'Record', 'mechanical', [], {'Record', @(t,p,v) fails(t)}};
for i = 1:size (spoiled, 1)
    sys = pendulum (spoiled{i, 2});
    name = spoiled{i, 1};
    if strcmp (name, 'jac')
        jac = sys.functions.jac;
        sys.functions.jac = @(t,x) jac (t, x) * fails (t);
    elseif ~isempty (spoiled{i, 3})
        sys.functions.(name) = spoiled{i, 3};
    end
    try
        geoms (sys, [0 1], struct ('p', [1; 0]), spoiled{i, 4}{:});
        error ('geoms:test:error', 'The error was lost.');
    catch e
    end
    sol = geomslast ();
    check (strcmp (sol.info.thrown.function, name), '%s, not %s', sol.info.thrown.function, name);
    check (strcmp (sol.info.thrown.identifier, e.identifier), '%s: %s', name, sol.info.thrown.identifier);
    check (strcmp (sol.info.thrown.message, e.message), '%s: %s', e.message, sol.info.thrown.message);
    check (~isempty (strfind (sol.info.message, ['''', name, ''' raised an error'])), sol.info.message);
    check (strcmp (name, 'Record') || (sol.info.thrown.t > 0.3 && sol.info.thrown.t < 0.9), '%s: %g', name, sol.info.thrown.t);
end
end

function stays ()
run (0.4);
sol = geoms (geomssys ('mass', 1, 'force', @(t,p,v) -p), [0 1], struct ('p', 1)); %#ok<NASGU>
sol = geomslast ();
check (sol.t(end) <= 0.4);
end

function dense ()
run (0.5);
sol = geomslast ();
t = linspace (0, sol.t(end), 7);
y = geomsval (sol, t);
check_close (y(2, :), cos (t), 1e-4);
end

% interrupt.py starts another Octave, presses Ctrl-C and prints 'interrupt: ok' if all is well
function interrupted ()
if exist ('OCTAVE_VERSION', 'builtin') == 0 || ~isunix ()
    fprintf ('skip geomslast: Ctrl-C is tested with Octave on Unix only\n');
    return
end
[status, text] = system ('python3 --version');
if status ~= 0
    fprintf ('skip geomslast: no python3 (%s)\n', strtrim (text));
    return
end
here = fileparts (mfilename ('fullpath'));
for word = {'', 'trace'}
    [status, text] = system (sprintf ('python3 "%s" %s 2>&1', fullfile (here, 'interrupt.py'), word{1}));
    check (status == 0 && ~isempty (strfind (text, 'interrupt: ok')), '%s', text);
end
end

%!test
%! [~, failed] = test_geomslast ();
%! assert (failed, 0);
