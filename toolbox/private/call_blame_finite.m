function sol = call_blame_finite (sys, found, sol)
%CALL_BLAME_FINITE  Which function ended a run that could not be evaluated any more, in sol.info.
%   found is what the gateway knows of the run, with the last state at which a result was not finite:
%   it is the reason if it lies within the step that failed. If no function is the reason, none is
%   blamed. Models in C are not called again.

report = found.report;
if ~strcmp (report.name, 'NOT_FINITE') || isempty (strfind (report.message, 'cannot be evaluated')) ...
        || sys_in_c (sys)
    return
end
why = '';
near = 2 * abs (report.h) + 1e-8 * abs (report.t);    % M is looked at a little ahead
if ~isempty (found.seen) && ~found.seen_error && abs (found.seen_t(1) - report.t) <= near
    try
        why = call_not_finite (sys, found.seen_t(1), found.seen_x(:, 1));
    catch e
        why = sprintf ('A function fails there (%s)', e.message);
    end
end
if isempty (why)
    sol.info.message = [sol.info.message, ' No function of the system returned NaN, Inf or complex ', ...
        'numbers there: a matrix is singular at all trial states, or they overflow.'];
    sol.info.remedy = 'Look for a singular mass matrix or position, or an instability, near this time.';
else
    sol.info.message = sprintf ('%s %s at t = %.10g.', sol.info.message, why, found.seen_t(1));
    sol.info.remedy = ['Look at it there: division by 0, the root or logarithm of a negative number, ', ...
        'an argument outside of a table?'];
end

end
