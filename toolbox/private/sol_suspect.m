function text = sol_suspect (problem, found, sol)
%SOL_SUSPECT  Which unknown's tolerance may be why a run failed, as a remedy in words, or ''.
%   Where limits on steps or time end a run, any unknown that limited most of the steps is named. Where
%   no step is small enough it is one whose tolerance is near rounding, or a multiplier: these may be
%   known less accurately than anybody has asked for.

limits = {'TOO_MANY_STEPS', 'TIME_IS_UP'};
failures = {'STEP_TOO_SMALL', 'NEWTON_FAILS', 'NEWTON_FAILS_START'};
text = '';
limiting = struct2cell (sol.info.limiting);
limiting = [limiting{:}]';
[most, at] = max (limiting);
if isempty (limiting) || ~any (strcmp (found.report.name, [limits, failures])) || sum (limiting) < 3
    return
end
[name, block] = sys_unknown_name (problem.sys, at);
share = sprintf (' The error of %s was the largest in %d of %d steps: ', name, most, sum (limiting));
failed = any (strcmp (found.report.name, failures));
if ~failed && most >= 0.6 * sum (limiting)
    text = sprintf ('%sa larger AbsTol.%s (it is %.3g) or RelTol allows larger ones.', share, block, ...
        problem.atol(at));
elseif failed && most >= 0.9 * sum (limiting) ...
        && (any (strcmp (block, {'lambda', 'mu'})) || is_near_rounding (problem, sol, at))
    tolerance = sprintf ('AbsTol.%s = %.3g', block, problem.atol(at));
    if isnan (problem.atol(at))    % scaled by the core
        tolerance = sprintf ('AbsTol.%s, 1e-6 times the forces of the system,', block);
    end
    text = sprintf ('%sis %s (RelTol %.3g) too small for it?', share, tolerance, problem.rtol(at));
end

end

function yes = is_near_rounding (problem, sol, at)
sizes = max (abs (sol.y), [], 2);
yes = ~isempty (sizes) ...
    && problem.atol(at) + problem.rtol(at) * sizes(at) < 1e4 * eps * max (sizes);
end
