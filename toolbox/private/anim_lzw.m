function bytes = anim_lzw (pixels)
%ANIM_LZW  Pixels 0 ... 255 (a row) in the codes of a GIF, by runs of equal ones.
%   Who reads them adds after each code the string before and the first pixel of this one, from
%   number 258 on; codes take one bit more where these numbers do. Only strings c c ... c are made
%   use of: codes(c, n), n = 1 ... longest(c); a run begins with the longest, so that each makes
%   the next.

change = [1, find(diff (pixels) ~= 0) + 1];
colour = pixels(change) + 1;
left = diff ([change, numel(pixels) + 1]);
out = zeros (1, numel (change) + 4096);
bits = out;
count = 0;
next = Inf;    % as if the table were full
for run = 1:numel (change)
    c = colour(run);
    n = 0;
    while left(run) > 0
        if next > 4094
            out(count + 1) = 256;
            bits(count + 1) = 9 + 3 * (count > 0);
            count = count + 1;
            next = 257;    % the first code adds nothing
            width = 9;
            codes = (0:255)';
            longest = ones (1, 256);
            n = 0;
        elseif n == longest(c)
            longest(c) = n + 1;
            codes(c, n + 1) = next;    % the reader adds it with the code that follows
        end
        n = min (longest(c), left(run));
        count = count + 1;
        out(count) = codes(c, n);
        bits(count) = width;
        left(run) = left(run) - n;
        next = next + 1;
        width = width + (next == 2^width && width < 12);
    end
end
count = count + 1;
out(count) = 257;
bits(count) = width;
bytes = packed (out(1:count), bits(1:count));

end

% codes one after the other, lowest bit first
function bytes = packed (codes, bits)
first = cumsum ([0, bits]);
all = zeros (1, 8 * ceil (first(end) / 8));
for i = 0:11
    has = bits > i;
    all(first(has) + i + 1) = mod (floor (codes(has) / 2^i), 2);
end
bytes = 2 .^ (0:7) * reshape (all, 8, []);
end
