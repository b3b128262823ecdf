function r = var (r, weight, dim)
if nargin < 2 || isempty (weight)
    weight = 0;
end
if nargin < 3
    dim = [];
end
dim = along (r.id, dim);
n = size (r.id, dim);
r = sum ((r - mean (r, dim)) .^ 2, dim) / max (n - 1 + weight, 1);
end
