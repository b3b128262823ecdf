function text = sol_grown (problem, found, sol)
%SOL_GROWN  The velocity or position that has grown without bound where a run failed, in words, or ''.
%   Grown is what is 1e4 times as large at the end as it ever was in the first half of the run: a force
%   that acts the wrong way, or that grows faster than the motion, has this effect. Steps become small or
%   values infinite then, and no single position is the reason.

text = '';
failures = {'STEP_TOO_SMALL', 'TOO_MANY_STEPS', 'NEWTON_FAILS', 'NOT_FINITE', 'TIME_IS_UP', 'SINGULAR_E'};
first = abs (sol.t - sol.t(1)) <= abs (sol.t(end) - sol.t(1)) / 2;
if ~any (strcmp (found.report.name, failures)) || all (first)
    return
end
motion = [problem.sys.index.v(:); problem.sys.index.p(:)];
before = max (abs (sol.y(motion, first)), [], 2);
after = abs (sol.y(motion, end));
[ratio, at] = max (after ./ max (before, 1e-3 * max (before)));
if ratio > 1e4
    [~, early] = max (sol.t(first) * sign (sol.t(end) - sol.t(1)));
    text = sprintf ([' %s has grown from %.3g at t = %.10g to %.3g at t = %.10g: does a force act the ', ...
        'wrong way there, or grow without bound?'], sys_unknown_name (problem.sys, motion(at)), ...
        sol.y(motion(at), early), sol.t(early), sol.y(motion(at), end), sol.t(end));
end

end
