function [text, calls] = tree_check_along (problem, along)
%TREE_CHECK_ALONG  What is added to a tree beside what was recorded of it, at states along a run: where
%   they differ first, as a sentence, or ''. calls: so many calls of functions that took.

own = problem.sys.own;
[part.sys, x] = sys_user_part (problem.sys, along.x);
own.system = part.sys;
part.core = gate_system (part.sys);
part.tspan = problem.tspan;
[text, calls] = derive_check_along (part, struct ('t', along.t, 'x', x));
if ~isempty (text) || isempty (own.laws)
    return
end
[found, err] = gate_call ('treeresults', problem.core, along.t, along.x);
if ~isempty (err)
    gate_raise (err);
end
k = 1:found.done;
motion = reshape (found.motion, 24, [], numel (along.t));
motion = reshape (motion(1:18, [own.laws.bodies], k), [], numel (k));
text = tree_laws_differ (own, own.law, [x(:, k); along.t(k); motion]);
calls = calls + numel (k) * numel (own.laws);

end
