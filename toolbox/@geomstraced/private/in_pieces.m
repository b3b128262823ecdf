function r = in_pieces (pp, x)
%IN_PIECES  A piecewise polynomial as that of mkpp, of one value or of several, at recorded places.
%   Octave's breaks may fall; there the table is that of -x.

breaks = plain_of (pp.breaks, 'a table');
coefs = plain_of (pp.coefs, 'a table');
[pp.breaks, pp.coefs] = deal (breaks, coefs);
k = size (coefs, 2);
at = x.id;
if breaks(1) > breaks(end)
    breaks = -breaks;
    coefs = coefs .* (-1) .^ (k - 1:-1:0);
    at = tape ('NEG', at);
end
[which_x, which_d, d] = order_of (pp, size (x.id));
r = x;
r.id = zeros (size (which_x), 'int32');
for j = 1:d
    id = tape_call ('tapetable', breaks(:), coefs(j:d:end, :), at);
    r.id(which_d == j) = id(which_x(which_d == j));
end

end

% to which x and to which of the values the entries of ppval's result belong
function [which_x, which_d, d] = order_of (pp, shape)
n = prod (shape);
d = prod (pp.dim);
x = reshape (1:n, shape);
line = double ([(1:d)' > 0, (1:d)' < 0]);    % y = x
which_x = plainly ('ppval', with (pp, [0, n + 1], line), x);
which_d = plainly ('ppval', with (pp, [0, n + 1], (1:d)'), x);
end

function pp = with (pp, breaks, coefs)
[pp.breaks, pp.coefs, pp.pieces, pp.order] = deal (breaks, coefs, 1, size (coefs, 2));
end
