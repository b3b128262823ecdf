function anim_gif (file, frames, rate)
%ANIM_GIF  Pictures, height x width x 3 each, as a GIF that begins anew at its end.
%   One table for all: the 255 colours that are seen most; others become the nearest of these, and
%   the last number leaves what the frame before shows.
%   (IMWRITE of Octave 7 repeats the first picture, and does not compress.)

height = min (cellfun ('size', frames, 1));
width = min (cellfun ('size', frames, 2));
count = numel (frames);
code = zeros (width, height, count);
for j = 1:count
    A = double (frames{j}(1:height, 1:width, :));
    code(:, :, j) = (A(:, :, 1) * 65536 + A(:, :, 2) * 256 + A(:, :, 3))';
end
[rgb, number] = table_of (code);
delay = round (100 / rate);

id = fopen (file, 'w');
if id < 0
    error ('geoms:animate:file', 'geomsanimate: ''%s'' cannot be written.', file);
end
closer = onCleanup (@() fclose (id)); %#ok<NASGU>
put = @(bytes) fwrite (id, bytes, 'uint8');
put ([double('GIF89a'), word(width), word(height), 247, 0, 0, reshape(rgb', 1, [])]);
put ([33, 255, 11, double('NETSCAPE2.0'), 3, 1, 0, 0, 0]);
for j = 1:count
    put ([33, 249, 4, 4 + (j > 1), word(delay), 255, 0, 44, word([0 0 width height]), 0, 8]);
    pixels = number(:, :, j);
    if j > 1
        pixels(pixels == number(:, :, j - 1)) = 255;
    end
    bytes = anim_lzw (pixels(:)');
    for first = 1:255:numel (bytes)
        block = bytes(first:min (first + 254, end));
        put ([numel(block), block]);
    end
    put (0);
end
put (59);

end

% numbers of two bytes, the lower one first
function bytes = word (values)
bytes = reshape ([mod(values, 256); floor(values / 256)], 1, []);
end

% 256 x 3 colours; numbers from 0
function [rgb, number] = table_of (code)
[colours, ~, at] = unique (code(:));
[~, order] = sort (-accumarray (at(:), 1));
kept = order(1:min (255, end));
all = [floor(colours / 65536), mod(floor (colours / 256), 256), mod(colours, 256)];
rgb = zeros (256, 3);
rgb(1:numel (kept), :) = all(kept, :);
nearest = zeros (numel (colours), 1);
for i = 1:numel (colours)
    distance = (all(kept, 1) - all(i, 1)) .^ 2 + (all(kept, 2) - all(i, 2)) .^ 2 ...
        + (all(kept, 3) - all(i, 3)) .^ 2;
    [~, nearest(i)] = min (distance);
end
number = reshape (nearest(at) - 1, size (code));
end
