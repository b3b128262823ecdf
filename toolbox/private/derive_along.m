function [text, calls] = derive_along (problem, along)
%DERIVE_ALONG  All that was recorded for a run beside the functions themselves, at states along it: where
%   they differ first, as a sentence, or ''. calls: so many calls of functions that took.

sys = problem.sys;
text = '';
calls = 0;
if isempty (along.t)
    return
elseif sys_derived (sys)
    [text, calls] = derive_check_along (problem, along);
elseif sys_recorded (sys)
    [text, calls] = tree_check_along (problem, along);
end
if isempty (text) && strcmp (sys.form, 'tree')
    [text, more] = signals (sys.tree, along.t);
    calls = calls + more;
end
if isempty (text) && ~isempty (problem.events.recorded)
    text = problem.events.differs ([along.x; along.t]);
    calls = calls + numel (along.t);
    if ~isempty (text)
        text = ['Events: ', text, ' Say ''derive'', ''off''.'];
    end
end

end

% functions of time of a tree
function [text, calls] = signals (table, times)
text = '';
calls = 0;
if all (table.called)
    return
end
found = gate_call ('recorded', table.recorded, times, [], 3 * numel (table.breaks));
for f = table.functions(~table.called)
    if isempty (text)
        text = tree_signals_differ (f, found(f.rows, :), times);
        calls = calls + numel (times);
    end
end
end
