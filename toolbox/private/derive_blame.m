function [sol, err] = derive_blame (sys, found, sol)
%DERIVE_BLAME  Which function ended a run of a derived system that could not be evaluated any more, in
%   sol.info, by calling them where the run was heading.
%   err: the error that a function raises there, of a guard of its own; else [].

err = [];
report = found.report;
if ~strcmp (report.name, 'NOT_FINITE') || isempty (strfind (report.message, 'cannot be evaluated'))
    return
end
[t, x] = ahead (sys, sol, report.h);
for k = 1:numel (t)
    try
        why = call_not_finite (sys, t(k), x(:, k));
    catch err
        err = struct ('identifier', err.identifier, 'message', err.message, 'stack', err.stack);
        found.seen = 'blocks';
        found.seen_error = true;
        found.seen_t = t(k);
        found.seen_x = x(:, k);
        sol = call_blame_thrown (sys, found, sol, err);
        return
    end
    if ~isempty (why)
        sol.info.message = sprintf ('%s %s at t = %.10g.', sol.info.message, why, t(k));
        sol.info.remedy = ['Look at it there: division by 0, the root or logarithm of a negative ', ...
            'number, an argument outside of a table?'];
        return
    end
end

end

% states on the way on, as fast as it was last: nearer ones first, until the length of one of the last steps
function [t, x] = ahead (sys, sol, h)
x = sol.y(:, end);
x(isnan (x)) = 0;
rate = zeros (size (x));
longest = abs (h);
before = abs (sol.t(end) - sol.t(max (end - 20, 1):end - 1));
if any (before > 0)
    longest = max ([abs(diff ([before, 0])), 1e-5 * abs(sol.t(end))]);
    back = numel (before) + 1 - find (before > 1e-3 * max (before), 1, 'last');
    rate = (x - sol.y(:, end - back)) / (sol.t(end) - sol.t(end - back));
    rate(isnan (rate)) = 0;
elseif numel (sys.index.p) == numel (sys.index.v)
    rate(sys.index.p) = x(sys.index.v);
end
direction = sign (h) + (h == 0);
s = [0, longest * 2 .^ (-50:0)];
t = sol.t(end) + direction * s;
x = repmat (x, 1, numel (s)) + rate * (direction * s);
end
