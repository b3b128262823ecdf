function r = mean (r, dim)
if nargin < 2
    dim = [];
end
dim = along (r.id, dim);
r = folded ('ADD', r, dim, 0) ./ size (r.id, dim);
end
