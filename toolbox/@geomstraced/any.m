function r = any (r, dim)
if nargin < 2
    dim = [];
end
r = folded ('OR', r ~= 0, dim, 0);
end
