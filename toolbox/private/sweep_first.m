function [s, problem, k] = sweep_first (s, list)
%SWEEP_FIRST  The problem of the first member among `list` that can be begun, checked as GEOMS does; k: which.
%   problem is [] if there is none. s.sys has its sizes then, and what could be derived is. If all of the sweep
%   are refused for the same reason, it is no reason of a member: an option is wrong, say.

texts = {};
for k = list
    try
        [sys, x0] = sweep_member (s, k);
        problem = run_listen (run_start (sys, s.tspan, x0, s.opts));
        check_levels (problem.sys, problem.core, problem.tspan, problem.x0);
    catch e
        if strcmp (e.identifier, 'geoms:interrupted')
            rethrow (e);
        end
        texts{end + 1} = e.message; %#ok<AGROW>
        refusal = e;
        continue
    end
    if strcmp (s.sys.derive.status, 'waiting') && isempty (s.Q)
        s.sys = sys_mark (problem.sys);
    end
    return
end
if numel (list) == s.count && all (strcmp (texts{1}, texts))
    rethrow (refusal);
end
problem = [];
k = 0;

end
