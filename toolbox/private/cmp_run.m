function one = cmp_run (sys, x0, c, who, value)
%CMP_RUN  One run of a comparison: an entry of what GEOMSCOMPARE returns.
%   c   see CMP_REFERENCE; who: one of c.contenders; value: its tolerance or step size

one = struct ('formulation', who.formulation, 'method', who.method, 'options', who.text, ...
    'tolerance', value, 'step', NaN, 'status', 'impossible', 'message', '', 'reached', NaN, ...
    'steps', NaN, 'rejected', NaN, 'evaluations', NaN, 'calls', NaN, 'seconds', NaN, ...
    'secondsCallbacks', NaN, 'error', NaN, 'errorTimes', NaN, 'errorMultipliers', NaN, ...
    'uncertainty', c.uncertainty, 'drift', NaN (3, 1), 'energy', NaN, 't', zeros (1, 0), ...
    'violation', zeros (3, 0));
if who.fixed
    one.tolerance = min (c.Tolerances);
    one.step = value;
    if isnan (value)
        one.message = sprintf ('The method %s makes fixed steps: give their sizes as Steps.', ...
            who.method);
        return
    end
end
opts = cmp_options (c, who, one.tolerance, one.step);
try
    sol = geoms (sys, c.tspan, x0, opts);
catch e
    if ~is_refusal (e.identifier)
        rethrow (e);
    end
    one.message = e.message;
    return
end
one.method = sol.extdata.method;
one.status = sol.info.status;
if sol.info.idid < 0
    one.message = sol.info.message;
end
one.reached = sol.t(end);
one = accuracy (one, sol, sys, x0, c, opts);
one = effort (one, sol, sys, x0, c, opts);

end

% The system runs with psf: what is refused now is the pair, or what belongs to it. Not so what
% comes from the functions of the system.
function yes = is_refusal (identifier)
yes = strncmp (identifier, 'geoms:', 6) && ~strcmp (identifier, 'geoms:interrupted') ...
    && ~strncmp (identifier, 'geoms:callback:', 15) && ~strncmp (identifier, 'geoms:events:', 13);
end

function one = accuracy (one, sol, sys, x0, c, opts)
one.t = sol.t;
one.violation = sol.residual.relative;
one.drift = max (one.violation, [], 2);
steps = ~ismember (sol.t, sol.xe);    % an action may have changed the state there
x = cmp_values (c, c.reference, sol.t(steps));
one.error = cmp_error (c, c.rows, sol.y(:, steps), x);
one.errorMultipliers = cmp_error (c, c.multipliers, sol.y(:, steps), x);
one.errorTimes = at_times (sol, sys, x0, c, opts);
if ~isempty (c.energy)
    E = arrayfun (@(i) c.energy (sol.t(i), sol.y(:, i)), 1:numel (sol.t));
    one.energy = max (abs (E - E(1)));
end
end

% what geoms returns if these times are requested: from dense output, but mexax steps to them
function e = at_times (sol, sys, x0, c, opts)
e = NaN;
if isempty (sol.idata.dense.t)
    return
end
ends = sort (sol.idata.dense.t([1, end]));
known = c.times >= ends(1) & c.times <= ends(2) & c.times ~= c.tspan(1);
if ~any (known)
    return
end
try
    x = requested (sol, sys, x0, c, opts, c.times(known));
    e = cmp_error (c, c.rows, x, c.x(:, known));
catch err
    if ~is_refusal (err.identifier)
        rethrow (err);
    end
end
end

function x = requested (sol, sys, x0, c, opts, times)
[~, m] = opt_table (opts.Formulation, sol.extdata.method);
if ~m.rough
    x = geomsval (sol, times, sys);
    return
end
sol = geoms (sys, [c.tspan(1), times], x0, opts);
x = NaN (size (sol.y, 1), numel (times));
[there, at] = ismember (times, sol.t);
x(:, there) = sol.y(:, at(there));
end

% of runs that keep nothing but their steps; of the one that has failed as it is
function one = effort (one, sol, sys, x0, c, opts)
one = take (one, sol.stats);
if ~any (strcmp (sol.info.status, {'ok', 'event'}))
    return
end
opts = geomsset (opts, 'Dense', 'off', 'Residuals', 'off');
one.seconds = Inf;
total = 0;
for i = 1:5
    sol = geoms (sys, c.tspan, x0, opts);
    if sol.stats.seconds < one.seconds
        one = take (one, sol.stats);
    end
    total = total + sol.stats.seconds;
    if total > 0.5
        break
    end
end
end

function one = take (one, stats)
one.steps = stats.naccpt;
one.rejected = stats.nerjct + stats.ncrjct;
one.evaluations = stats.nfevals;
one.calls = stats.callbacks;
one.seconds = stats.seconds;
one.secondsCallbacks = stats.secondsCallbacks;
end
