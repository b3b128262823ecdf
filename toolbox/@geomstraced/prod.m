function r = prod (r, dim)
if nargin < 2
    dim = [];
end
r = folded ('MUL', r, dim, 1);
end
