function points = derive_points (start, changes, scale)
%DERIVE_POINTS  States beside a start, one column for each scale: the first `changes` components are moved
%   by up to scale max (1, |.|), always to the same places.

points = repmat (start, 1, numel (scale));
j = (1:changes)';
size_of = max (1, abs (start(j)));
for k = 1:numel (scale)
    wobble = mod (k * 0.6180339887 + j * 0.7548776662 + j .^ 2 * 0.5698402910 ...
        + k * j * 0.3819660113, 1);
    points(j, k) = start(j) + scale(k) * size_of .* (2 * wobble - 1);
end

end
