function r = cross (a, b, dim)
if nargin < 3 && numel (a) == 3 && numel (b) == 3
    if size (a, 1) ~= size (b, 1)
        a = reshape (a, [], 1);
        b = reshape (b, [], 1);
    end
end
if nargin < 3
    dim = find (size (a) == 3, 1);
end
all_of_it = repmat ({':'}, 1, max (ndims (a), dim));
i = all_of_it;
k = all_of_it;
i{dim} = [2 3 1];
k{dim} = [3 1 2];
r = index (a, i) .* index (b, k) - index (a, k) .* index (b, i);
end

% inside of methods parentheses are those of the struct
function r = index (r, list)
if isobject (r)
    r = subsref (r, struct ('type', '()', 'subs', {list}));
else
    r = r(list{:});
end
end
