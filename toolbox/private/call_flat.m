function y = call_flat (y, m, n, k, name, identifier)
%CALL_FLAT  What a vectorized function returns for k points, as (m n) x k.
%   A matrix per point comes as m x n x k, sparse ones side by side as m x n k, or as m x n if it is the
%   same for all points. With n = 0 it is a vector per point, m x k. What is sparse and large stays so.

large = 1e6;

if n == 0
    check_size (name, y, [m, k], identifier, k);
    y = full (y);
elseif isequal (size (y), [m, n])
    check_size (name, y, [m, n], identifier);
    y = repmat (reshape (y, [], 1), 1, k);
elseif issparse (y) && isequal (size (y), [m, n * k])
    y = reshape (y, m * n, k);
else
    check_size (name, y, [m, n, k], identifier, k);
    y = reshape (y, m * n, k);
end
if numel (y) <= large
    y = full (y);
end

end
