function text = sol_chatter (problem, found, sol)
%SOL_CHATTER  Whether a run that did not reach its end got stuck where a force jumps: words, or ''.
%   Then the last steps are tiny beside the longest one, and many were rejected. A component of the
%   velocity that changes its sign over and over tells where: sign (v), say. It looks at the steps of
%   the dense output.

text = '';
window = 256;
step_t = sol.idata.dense.t;
if size (step_t, 2) < 2 * window
    return
end
h = abs (diff (step_t, 1, 1));
rejected = sol.stats.nerjct + sol.stats.ncrjct;
share = rejected / max (1, rejected + sol.stats.naccpt);
failures = {'TOO_MANY_STEPS', 'TIME_IS_UP', 'STEP_TOO_SMALL', 'NEWTON_FAILS', 'INTERRUPTED'};
unfinished = strcmp (found.report.name, 'OK') && found.t_end ~= problem.tspan(end);    % Ctrl-C
if share < 0.05 || ~(unfinished || any (strcmp (found.report.name, failures)))
    return
end
usual = mean (h(end - window + 1:end));
longest = max (h);
if usual > 0.02 * longest
    return
end
since = step_t(2, find (h > 0.02 * longest, 1, 'last'));
text = sprintf ([' Since t = %.10g steps are about %.2g long, before that up to %.2g, and %.0f %% of ', ...
    'all were rejected: does a force jump there%s? Make it smooth, tanh (v / small) in the place ', ...
    'of sign (v), or change it in an EventAction.'], since, usual, longest, 100 * share, ...
    where (problem.sys, sol.idata.dense.x, window));

end

% the component of v that changes its sign most often in the last steps
function text = where (sys, x, window)
text = '';
v = reshape (x(sys.index.v, 1, end - window + 1:end), [], window);
[flips, at] = max (sum (v(:, 1:end - 1) .* v(:, 2:end) < 0, 2));
if ~isempty (flips) && flips >= 3
    text = sprintf (', where v(%d)%s changes its sign (%d times in the last %d steps)', at, ...
        sys_own_name (sys.names, 'v', at), flips, window);
end
end
