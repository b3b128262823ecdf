function e = run_events (sys, opts, t, x)
%RUN_EVENTS  The options Events and EventAction, ready to be called.
%   e.count      number of event functions, found by calling once at the start t, x; 0: none
%   e.evaluate   y = evaluate (t, x): [value; terminal; direction] of k points, 3 count x k, or []
%   e.recorded   the same in C, where it could be recorded, see DERIVE_HOOK: struct with numbers,
%                parameters, terminal, direction, or [], and e.reason
%   e.differs    text = differs (points): see DERIVE_HOOK_DIFFERS
%   e.action     x = action (t, x, ie), or []

e = run_no_events ();
if strcmp (opts.Events, 'none') && strcmp (opts.EventAction, 'none')
    return
end
[fcn, extra] = opt_function (opts, 'Events', sys);
[action, more] = opt_function (opts, 'EventAction', sys);
if isempty (fcn)
    if ~isempty (action)
        error ('geoms:options:action', ['EventAction is never called without Events: give ', ...
            'both, or none.']);
    end
    return
end

% multipliers that are still unknown
x(isnan (x)) = 0;
outputs = run_event_outputs (fcn, call_arguments (sys, extra, t, x));
first = run_event_values (t, x, sys, fcn, extra, outputs, []);
e.count = size (first, 1) / 3;
if e.count == 0
    return
end
e.evaluate = @(t, x) run_event_values (t, x, sys, fcn, extra, outputs, e.count);
if derive_hooks (sys)
    call = @(sys, t, x) run_event_parts (t, x, sys, fcn, extra, outputs);
    e = recorded (e, sys, call, t, x);
end
if ~isempty (action)
    e.action = @(t, x, ie) run_event_action (t, x, ie, sys, action, more);
end

end

function e = recorded (e, sys, call, t, x)
[hook, e.reason] = derive_hook (sys, call, t, x);
if isempty (hook)
    return
end
one = ones (e.count, 1);
e.recorded = struct ('numbers', hook.numbers, 'parameters', derive_leaves (sys.parameters), ...
    'terminal', hook.constants.isterminal .* one, 'direction', hook.constants.direction .* one);
e.differs = @(points) derive_hook_differs (sys, call, hook, points);
end
