function x = run_event_action (t, x, ie, sys, fcn, extra)
%RUN_EVENT_ACTION  The state after events: calls EventAction and puts what it returns into x.

if strcmp (sys.form, 'mechanical')
    list = call_arguments (sys, [true, false], t, x);
    list{end + 1} = ie;
    if extra(2)
        list{end + 1} = sys.parameters;
    end
    try
        [p, v] = fcn (list{:});
    catch e
        call_no_value (e, mfilename (), 'geoms:events:action', 'EventAction');
    end
    x(sys.index.p) = checked ('p', p, numel (sys.index.p), t);
    x(sys.index.v) = checked ('v', v, numel (sys.index.v), t);
else
    list = {t, x, ie};
    if extra(2)
        list{end + 1} = sys.parameters;
    end
    try
        y = fcn (list{:});
    catch e
        call_no_value (e, mfilename (), 'geoms:events:action', 'EventAction');
    end
    x = checked ('x', y, numel (x), t);
end

end

function value = checked (name, value, count, t)
if ~isnumeric (value) || numel (value) ~= count || ~isreal (value) || ~all (isfinite (value(:)))
    error ('geoms:events:action', ['EventAction returned, as %s, a %s of size %d x %d at ', ...
        't = %.10g; it must return %d real and finite numbers.'], name, class (value), ...
        size (value, 1), size (value, 2), t, count);
end
value = double (full (value(:)));
end
