function values = tree_signals (functions, count, t)
%TREE_SIGNALS  The functions of time of a tree at times t, as the core wants them: 3 x signals
%   values with two derivatives for each time, NaN where a table has them, 0 for derivatives not
%   asked for.
%   functions    struct array with name, fcn, rows, rates: see TREE_FUNCTIONS

new = [true, diff(t(:)') ~= 0];    % many states, one time
t = t(new);
values = NaN (3 * count, numel (t));
for f = functions
    values(f.rows(1):3 * ceil (max (f.rows) / 3), :) = 0;
    for j = 1:numel (t)
        values(f.rows, j) = tree_signal_value (f, t(j));
    end
end
values = values(:, cumsum (new));

end
