function M = geoms_diagonal (y, n, k)
%GEOMS_DIAGONAL  Mass matrices of k points, n x n x k, from their diagonals, n x 1 x k.
%   One diagonal stands for all of them.

M = zeros (n * n, k);
M(1:n + 1:end, :) = geoms_spread (y, n, k);
M = reshape (M, n, n, k);

end
