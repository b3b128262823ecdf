function sol = check_levels_along (problem, sol)
%CHECK_LEVELS_ALONG  Compares the levels of the constraints along a run, see CHECK_LEVELS.
%   At the ends of the steps 1, 2, 4, 8, ... and of the last one, those of the run before left out. The
%   first function that does not agree with the level below is told; sol.info.levels is the message, or
%   ''. Functions need not be defined beside these states. Where a motion comes to rest its constraints
%   do not move, and differences tell nothing: such states are left out.

sys = problem.sys;
if ~compares (problem, sys)
    return
end
along = states_of (problem, sol);
sol = as_recorded (problem, sol, along);
if sys_derived (sys) || pattern_large (sys)
    return
end
[sys, along.x] = sys_user_part (sys, along.x);
if isempty (along.t) || sys_in_c (sys) && ~strcmp (sys.form, 'native') || sys.dims.nl + sys.dims.nm + sys.dims.ni == 0
    return
end
core = problem.core;
if strcmp (problem.sys.form, 'tree')
    core = gate_system (sys);
end
if check_levels_agree (core, problem.tspan, along.t, along.x)
    return
end
if strcmp (sys.form, 'native')
    [handle, keeper] = gate_probe (core, problem.tspan, along.x(:, 1)); %#ok<ASGLU>
    core = gate_native_functions (sys, core, handle);
end
check = @check_levels_residual;
if strcmp (sys.form, 'mechanical')
    check = @check_levels_mechanical;
end
try
    check (sys, core, problem.tspan, along);
catch e
    if ~any (strncmp (e.identifier, {'geoms:check:', 'geoms:system:'}, 12))
        return    % of a function of the user's: the run has not called it there
    end
    sol.info.levels = e.message;
    if ~strcmp (problem.settings.Display, 'off')
        reason = regexprep (e.identifier, '.*:', '');
        run_warn (['geoms:levels:', reason], ['Along the run: %s At the start the levels ', ...
            'agreed, so that a part of the function that is 0 there is wrong. The solution ', ...
            'cannot be trusted.'], ...
            e.message);
    end
end

end

% whether there is anything to compare
function yes = compares (problem, sys)
recorded = sys_recorded (sys) || ~isempty (problem.events.recorded) ...
    || strcmp (sys.form, 'tree') && ~all (sys.tree.called);
called = ~sys_in_c (sys) || strcmp (sys.form, 'native');
yes = recorded || called;
end

% functions that were recorded at the start
function sol = as_recorded (problem, sol, along)
try
    [text, calls] = derive_along (problem, along);
catch
    return    % a function of the user's: the run has not called it there
end
sol.stats.nchecks = sol.stats.nchecks + calls;
if isempty (text)
    return
end
sol.info.levels = text;
if ~strcmp (problem.settings.Display, 'off')
    run_warn ('geoms:derive:differs', 'Along the run: %s The solution cannot be trusted.', text);
end
end

% of the dense output, or of sol.t without it
function along = states_of (problem, sol)
dense = sol.idata.dense;
if isempty (dense.t)
    t = sol.t(2:end);
    x = sol.y(:, 2:end);
else
    t = dense.t(2, :);
    x = reshape (dense.x(:, 1, :), size (dense.x, 1), []);
end
count = numel (t);
at = 2 .^ (0:floor (log2 (max (count, 1))));
at = [at(at < count), count(count > 0)];
if ~isempty (problem.cut)
    direction = sign (problem.tspan(end) - problem.tspan(1));
    at = at(direction * (t(at) - problem.cut) > 0);
end
speed = max (abs (x(problem.sys.index.v, at)), [], 1);
if ~isempty (speed)
    at = at(speed >= 1e-3 * max (speed));
end
along = struct ('t', t(at), 'x', x(:, at));
along.x(isnan (along.x)) = 0;
end
