function y = geoms_flat (y, m, n, k, name, identifier)
%GEOMS_FLAT  What a vectorized function returns for k points, as (m n) x k.
%   A matrix per point comes as m x n x k, or as m x n if it is the same for all points. With n = 0
%   it is a vector per point, m x k.

if n == 0
    geoms_needsize (name, y, [m, k], identifier, k);
    y = full (y);
elseif isequal (size (y), [m, n])
    geoms_needsize (name, y, [m, n], identifier);
    y = repmat (reshape (full (y), [], 1), 1, k);
else
    geoms_needsize (name, y, [m, n, k], identifier, k);
    y = reshape (full (y), m * n, k);
end

end
