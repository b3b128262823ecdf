function part = anim_part (points, style, pixels)
%ANIM_PART  A line of a film: points 2 x m x k of k frames in the picture, properties of LINE.
%   pixels   0, or the size of the coils of a spring from the first point to the second
%   part.framed   the picture is to hold it

if nargin < 3
    pixels = 0;
end
part = struct ('xy', points, 'style', {style}, 'pixels', pixels, 'framed', true);

end
