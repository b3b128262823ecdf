function interrupt_session (what, nested)
%INTERRUPT_SESSION  The Octave side of interrupt.py.
%   interrupt_session ('run', nested) integrates until the callback says READY and waits for ever;
%   with nested the callback is that of a run inside a callback. nested = 'native': it says READY
%   and integrates a system in C, for very long; nested = 'sweep': several of them. nested = 'trace': a function says so while it is
%   recorded, and waits. interrupt_session ('look', nested) looks at what Ctrl-C
%   has left, and integrates once more.

if strcmp (nested, 'trace')
    trace (what);
    return
elseif strcmp (what, 'run') && ischar (nested)
    folder = fileparts (fileparts (fileparts (mfilename ('fullpath'))));
    addpath (fullfile (folder, 'examples', 'native'));
    sys = geomssys ('library', build (), 'symbol', 'pendulum', 'parameters', [1, 9.81]);
    fprintf ('%s!\n', 'READY');
    opts = {'MaxSteps', 2e9, 'Dense', 'off', 'Residuals', 'off', 'MaxStep', 1e-3};
    if strcmp (nested, 'sweep')
        X0 = struct ('p', {[NaN; 0], [1; 0], [1; 0]});    % the first one is done at once
        geomssweep (sys, [0 1e9], X0, [], opts{:}, 'Workers', 2);
    end
    geoms (sys, [0 1e9], struct ('p', [1; 0]), opts{:});
    fprintf ('the run was not interrupted\n');
    return
end
if strcmp (what, 'run')
    sys = geomssys ('mass', 1, 'force', @(t,p,v) -p + wait_beyond (0.5, t, nested), ...
        'derive', 'off');
    sol = geoms (sys, [0 1], struct ('p', 1)); %#ok<NASGU>
    fprintf ('the run was not interrupted\n');
    return
end

sol = geomslast ();
if strcmp (nested, 'sweep')
    status = arrayfun (@(one) one.info.status, sol, 'UniformOutput', false);
    say_whether (isequal (status, {'failed', 'interrupted', 'interrupted'}));
    return
elseif ischar (nested)
    good = [strcmp(sol.info.status, 'interrupted'), sol.t(end) > 0, sol.t(end) < 1e9];
    say_whether (good);
    return
end
plain = geomssys ('mass', 1, 'force', @(t,p,v) -p);
other = geoms (plain, [0 1], struct ('p', 1));
good = [strcmp(sol.info.status, 'interrupted'), sol.extdata.tspan(end) == 1, sol.t(end) > 0, ...
    sol.t(end) <= 0.5, max(abs (sol.p - cos (sol.t))) < 1e-5, strcmp(other.info.status, 'ok')];
say_whether (good);

end

function say_whether (good)
word = 'BAD';
if all (good)
    word = 'GOOD';
end
fprintf ('%s %s\n%s!\n', word, mat2str (good), 'LOOKED');
end

function zero = wait_beyond (limit, t, nested)
zero = 0;
if t > limit && nested
    inner = geomssys ('mass', 1, 'force', @(t,p,v) -p + wait_beyond (0.01, t, false), ...
        'derive', 'off');
    sol = geoms (inner, [0 0.02], struct ('p', 1));
    zero = 0 * sol.p(end);
elseif t > limit
    fprintf ('%s!\n', 'READY');
    while true
        pause (0.01);
    end
end
end

% path, functions and the next trace are as ever; what a function prints is not seen while it is recorded
function trace (what)
persistent before
if strcmp (what, 'run')
    before = path ();
    geomssys ('mass', [1 1], 'force', @(t,p,v) waits (p));
    fprintf ('the trace was not interrupted\n');
    return
end
sys = geomssys ('mass', [1 1], 'force', @(t,p,v) -p);
state = warning ('query', 'Octave:shadowed-function');
say_whether ([strcmp(before, path ()), isa(zeros (2), 'double'), strcmp(sys.derive.status, ...
    'recorded'), strcmp(state.state, 'on')]);
end

function f = waits (p)
f = zeros (2, 1);
if isobject (p)
    f(1) = p(1);    % where recorded numbers are written the path is another one
    % a little later: while `system` runs Ctrl-C is not for Octave
    system ('(sleep 0.5; echo "READY!" > /dev/tty) &');
    while true
        pause (0.01);
    end
end
end
