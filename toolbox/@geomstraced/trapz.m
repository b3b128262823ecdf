function r = trapz (x, y, dim)
if nargin == 1
    y = x;
    x = 1;
end
if nargin < 3
    dim = find ([size(y), 2] ~= 1, 1);
end
at = repmat ({':'}, 1, max (dim, ndims (y)));
[upper, lower] = deal (at);
n = size (y, dim);
upper{dim} = 2:n;
lower{dim} = 1:n - 1;
pick = @(a, list) subsref (a, struct ('type', '()', 'subs', {list}));
if numel (x) > 1
    if isequal (size (x), size (y))
        x = diff (x, 1, dim);
    else
        shape = [1, 1, 1];
        shape(dim) = n - 1;
        x = reshape (diff (reshape (x, [], 1)), shape);
    end
end
r = sum (x .* (pick (y, upper) + pick (y, lower)), dim) / 2;
end
