function [d, size_of] = diff_direction (x, seed)
%DIFF_DIRECTION  A vector in no special direction, of the size of x; the same for the same x.
%   size_of are the typical sizes of the components: |x_j|, but not much less than the largest of
%   them, and 1 if all are zero.

x = x(:);
largest = max ([abs(x); 0]);
if largest == 0
    largest = 1;
end
size_of = max (abs (x), 0.1 * largest);
j = (1:numel (x))';
wobble = mod (seed * 0.6180339887 + j * 0.7548776662 + j.^2 * 0.5698402910, 1);
d = size_of .* (0.4 + 0.6 * wobble) .* (1 - 2 * (mod (j * 0.7548776662 + seed * 0.31, 1) > 0.5));

end
