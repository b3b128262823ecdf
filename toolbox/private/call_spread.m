function y = call_spread (y, count, k)
%CALL_SPREAD  Matrices of k points as count x k, full; one matrix stands for all of them.

if numel (y) == count * k
    y = reshape (full (y), count, k);
else
    y = repmat (reshape (full (y), count, 1), 1, k);
end

end
