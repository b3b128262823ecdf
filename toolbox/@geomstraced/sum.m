function r = sum (r, dim)
if nargin < 2
    dim = [];
end
r = folded ('ADD', r, dim, 0);
end
