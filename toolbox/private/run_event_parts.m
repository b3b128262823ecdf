function parts = run_event_parts (t, x, sys, fcn, extra, outputs)
%RUN_EVENT_PARTS  What the event functions return at one state, as columns: value, isterminal,
%   direction; 0 for what they do not return.

found = {[], 0, 0};
list = call_arguments (sys, extra, t, x);
[found{1:outputs}] = fcn (list{:});
for i = 1:3
    found{i} = reshape (found{i}, [], 1);
    if ~isobject (found{i})
        found{i} = double (full (found{i}));
    end
end
parts = struct ('value', found{1}, 'isterminal', found{2}, 'direction', found{3});

end
