function [r, where] = cummax (r, dim)
where = [];
if nargin < 2
    dim = [];
end
if nargout > 1
    refuse ('''cummax'' with two results, of which the second depends on the unknowns: write if');
end
r = running ('MAX', r, dim);
end
