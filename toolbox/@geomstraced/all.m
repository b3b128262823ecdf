function r = all (r, dim)
if nargin < 2
    dim = [];
end
r = folded ('AND', r ~= 0, dim, 1);
end
