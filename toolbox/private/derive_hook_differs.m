function text = derive_hook_differs (sys, call, hook, points)
%DERIVE_HOOK_DIFFERS  Where a function among the options does not return what was recorded of it, see
%   DERIVE_HOOK, as a sentence, or ''. points: columns [x; t].

text = '';
n = size (points, 1) - 1;
if ~isempty (hook)
    found = gate_call ('recorded', hook.numbers, points, derive_leaves (sys.parameters), hook.count);
end
for k = 1:size (points, 2)
    y = struct ();
    try
        evalc ('y = call (sys, points(n + 1, k), points(1:n, k));');
        if any (structfun (@isobject, y))    % a value that was kept while it was recorded
            evalc ('y = call (sys, points(n + 1, k), points(1:n, k));');
            hook = [];
            text = 'It keeps values from one call to the next (persistent).';
        end
    catch
        continue    % not defined there
    end
    if isempty (hook)
        return
    end
    text = differs (hook, found(:, k), y, points(n + 1, k));
    if ~isempty (text)
        return
    end
end

end

function text = differs (hook, found, y, t)
text = '';
value = y.value;
if numel (value) ~= hook.count || ~isequal (hook.constants, rmfield (y, 'value'))
    text = sprintf ('At t = %.10g it does not return what it returned when it was recorded.', t);
    return
end
limit = 1e-9 * max ([1; abs(value(isfinite (value)))]);
bad = find (~(abs (found - value) <= limit | found == value | isnan (found) ...
    & (isnan (value) | imag (value) ~= 0)), 1);
if ~isempty (bad)
    text = sprintf (['Value %d is %.10g when called at t = %.10g, and %.10g as it was recorded: ', ...
        'does it use switch, rand, files or values that it keeps?'], bad, value(bad), t, found(bad));
end
end
