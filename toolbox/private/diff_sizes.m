function sizes = diff_sizes (index, x)
%DIFF_SIZES  Typical sizes of the components of states x (n x k): within each block of unknowns |x_j|,
%   but not much less than the largest of them, and 1 if all are zero; as DIFF_DIRECTION has them.

sizes = abs (x);
for block = {'w', 'lambda', 'mu', 'r', 'v', 's', 'p'}
    at = index.(block{1});
    if ~isempty (at)
        largest = max (sizes(at, :), [], 1);
        largest(largest == 0) = 1;
        sizes(at, :) = max (sizes(at, :), 0.1 * largest(ones (numel (at), 1), :));
    end
end

end
