function text = tree_signals_differ (f, found, times)
%TREE_SIGNALS_DIFFER  Where a function of time does not return what was recorded of it, as a sentence,
%   or ''. f: struct with name, fcn;   found: one column of recorded values for each time.

text = '';
for k = 1:numel (times)
    try
        expected = tree_signal_value (f, times(k));
    catch
        continue    % not defined there
    end
    bad = find (~(abs (found(:, k) - expected) <= 1e-9 * max ([1; abs(expected)])), 1);
    if ~isempty (bad)
        text = sprintf (['%s: the function of time returns %.10g at t = %.10g, and %.10g as it was ', ...
            'recorded: does it use switch, rand, files or values that it keeps? Say ''derive'', ', ...
            '''off''.'], f.name, expected(bad), times(k), found(bad, k));
        return
    end
end

end
