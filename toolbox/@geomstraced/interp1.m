function r = interp1 (varargin)
words = varargin(cellfun (@ischar, varargin));
values = varargin(~cellfun (@ischar, varargin));
if numel (values) == 2
    n = size (values{1}, 1);
    if n == 1
        n = numel (values{1});
    end
    values = [{1:n}, values];
end
[X, Y, x] = deal (plain_of (values{1}, 'a table'), plain_of (values{2}, 'a table'), values{3});
extrapolated = strcmpi (words, 'extrap');
outside = NaN;
if numel (values) > 3
    outside = values{4};
end
if ~isobject (x)
    list = values(4:end);
    r = plainly ('interp1', X, Y, x, words{:}, list{:});
    return
end
pp = plainly ('interp1', X, Y, words{~extrapolated}, 'pp');
r = in_pieces (pp, x);
if ~any (extrapolated)
    out = x < min (X(:)) | ~(x <= max (X(:)));
    if isobject (out) && numel (out.id) ~= numel (r.id)
        out = reshape (out, [], 1);
    end
    r = merge (out, outside, r);
end
end
