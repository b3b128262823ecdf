function e = cmp_error (c, places, x, y)
%CMP_ERROR  Largest difference of two solutions (n x k) in some rows.
%   Each component is divided by c.relative. NaN if there is no row, or no time at which both are
%   known.

d = abs (x(places, :) - y(places, :)) ./ repmat (c.relative(places, 1), 1, size (x, 2));
e = max ([NaN; d(:)]);

end
