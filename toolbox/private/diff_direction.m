function [d, size_of] = diff_direction (x, seed)
%DIFF_DIRECTION  A vector in no special direction, of the size of x; the same for the same x.
%   size_of are the typical sizes of the components: |x_j|, but not much less than the largest of
%   them, and 1 if all are zero. Of a matrix each column is a vector of its own.

[n, k] = size (x);
if n == 1
    n = k;
    k = 1;
    x = x(:);
end
size_of = abs (x);
largest = max ([size_of; zeros(1, k)], [], 1);
largest(largest == 0) = 1;
j = (1:n)';
wobble = mod (seed * 0.6180339887 + j * 0.7548776662 + j.^2 * 0.5698402910, 1);
part = (0.4 + 0.6 * wobble) .* (1 - 2 * (mod (j * 0.7548776662 + seed * 0.31, 1) > 0.5));
if k ~= 1
    largest = largest(ones (n, 1), :);
    part = part(:, ones (1, k));
end
size_of = max (size_of, 0.1 * largest);
d = size_of .* part;

end
