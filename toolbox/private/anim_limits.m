function [parts, limits] = anim_limits (parts, pixels)
%ANIM_LIMITS  [x1 x2 y1 y2] that hold all framed lines in equal scales; coils of springs get their
%   places.

xy = cellfun (@(c) reshape (c, 2, []), {parts([parts.framed]).xy}, 'UniformOutput', false);
xy = [xy{:}];
xy = xy(:, all (isfinite (xy), 1));
if isempty (xy)
    xy = [0; 0];
end
low = min (xy, [], 2);
high = max (xy, [], 2);
scale = max ((high - low) ./ (0.86 * pixels'));    % length of a pixel
if scale == 0
    scale = 1 / min (pixels);
end
half = scale * pixels' / 2;
middle = (low + high) / 2;
limits = [middle - half, middle + half]';
limits = limits(:)';
for i = reshape (find ([parts.pixels] > 0), 1, [])
    parts(i).xy = coils (parts(i).xy, parts(i).pixels * scale);
end

end

% zigzag from the first point to the second
function xy = coils (ends, size_of_it)
s = [0, 0.15, 0.2:0.1:0.8, 0.85, 1];
side = [0, 0, (-1) .^ (1:7), 0, 0];
k = size (ends, 3);
xy = zeros (2, numel (s), k);
for j = 1:k
    A = ends(:, 1, j);
    d = ends(:, 2, j) - A;
    n = [-d(2); d(1)] / max (norm (d), realmin);
    xy(:, :, j) = A(:, ones (size (s))) + d * s + size_of_it * n * side;
end
end
