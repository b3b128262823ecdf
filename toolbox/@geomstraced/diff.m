function r = diff (r, times, dim)
if nargin < 2 || isempty (times)
    times = 1;
end
if nargin < 3
    dim = [];
end
if isempty (dim) && numel (r.id) == 1 && times > 0
    r.id = r.id([], []);    % not 0 x 1
    return
end
dim = along (r.id, dim);
at = repmat ({':'}, 1, max (dim, ndims (r.id)));
for k = 1:times
    n = size (r.id, dim);
    [upper, lower] = deal (at);
    upper{dim} = 2:n;
    lower{dim} = 1:n - 1;
    r.id = tape ('SUB', r.id(upper{:}), r.id(lower{:}));
end
end
