function e = geoms_eventsof (sys, opts, t, x)
%GEOMS_EVENTSOF  The options Events and EventAction, ready to be called.
%   e.count      number of event functions, found by calling once at the start t, x; 0: none
%   e.evaluate   y = evaluate (t, x): [value; terminal; direction] of k points, 3 count x k, or []
%   e.action     x = action (t, x, ie), or []

e = struct ('count', 0, 'evaluate', [], 'action', []);
[fcn, extra] = geoms_userfunction (opts, 'Events', sys);
[action, more] = geoms_userfunction (opts, 'EventAction', sys);
if isempty (fcn)
    if ~isempty (action)
        error ('geoms:options:action', ['EventAction is never called without Events: give ', ...
            'both, or none.']);
    end
    return
end

% multipliers that are still unknown
x(isnan (x)) = 0;
outputs = geoms_eventoutputs (fcn, geoms_arguments (sys, extra, t, x));
first = geoms_eventvalues (t, x, sys, fcn, extra, outputs, []);
e.count = size (first, 1) / 3;
if e.count == 0
    return
end
e.evaluate = @(t, x) geoms_eventvalues (t, x, sys, fcn, extra, outputs, e.count);
if ~isempty (action)
    e.action = @(t, x, ie) geoms_eventaction (t, x, ie, sys, action, more);
end

end
