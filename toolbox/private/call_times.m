function y = call_times (G, v, m)
%CALL_TIMES  G v for k points: G is (m n) x k, v is n x k, y is m x k.

[n, k] = size (v);
if m == 1
    y = sum (G .* v, 1);
else
    y = reshape (sum (reshape (G, m, n, k) .* reshape (v, 1, n, k), 2), m, k);
end

end
