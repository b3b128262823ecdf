function q = tree_drive (table, t)
%TREE_DRIVE  Coordinates of the driven joints of a tree at time t, and NaN: np of all joints x 1.

nq = tree_sizes (table, true);
last = cumsum (nq);
q = NaN (sum (nq), 1);
driven = find (table.motions > 0);
if isempty (driven)
    return
end
values = tree_signals (table.functions, numel (table.breaks), t);
for i = driven
    for k = 1:nq(i)
        s = table.motions(i) + k - 1;
        q(last(i) - nq(i) + k) = values(3 * s - 2);
        if numel (table.breaks{s}) > 0
            q(last(i) - nq(i) + k) = cubic (table.breaks{s}, table.coefs{s}, t);
        end
    end
end

end

function y = cubic (breaks, coefs, t)
at = max ([1, find(breaks(1:end - 1) <= t, 1, 'last')]);
y = polyval (flipud (coefs(:, at)), t - breaks(at));
end
