function [r, where] = cummin (r, dim)
where = [];
if nargin < 2
    dim = [];
end
if nargout > 1
    refuse ('''cummin'' with two results, of which the second depends on the unknowns: write if');
end
r = running ('MIN', r, dim);
end
