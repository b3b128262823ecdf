function [t, y] = plot_thin (t, y, most)
%PLOT_THIN  Curves (rows of y over t) with at most about `most` points: smallest and largest of each few.

k = numel (t);
each = ceil (2 * k / most);
if each < 3
    return
end
groups = floor (k / each);
whole = groups * each;
low = zeros (size (y, 1), groups);
high = low;
for i = 1:size (y, 1)
    part = reshape (y(i, 1:whole), each, groups);
    low(i, :) = min (part, [], 1);
    high(i, :) = max (part, [], 1);
end
rest = [t(whole + 1:k); y(:, whole + 1:k)];
t = reshape (t(1:whole), each, groups);
both = zeros (size (y, 1), 2 * groups);
both(:, 1:2:end) = low;
both(:, 2:2:end) = high;
t = [reshape(t([1, each], :), 1, []), rest(1, :)];
y = [both, rest(2:end, :)];

end
