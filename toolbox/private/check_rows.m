function y = check_rows (fcn, wanted, height, t, x)
%CHECK_ROWS  Some rows of what fcn (t, x), of this height, returns at k points: numel (wanted) x k.
%   The points go in batches whose values take at most 64 MB.

most = max (1, floor (8e6 / max (1, height)));
k = numel (t);
y = zeros (numel (wanted), k);
for first = 1:most:k
    at = first:min (first + most - 1, k);
    values = fcn (t(at), x(:, at));
    y(:, at) = values(wanted, :);
end

end
