function r = cumsum (r, dim)
if nargin < 2
    dim = [];
end
r = running ('ADD', r, dim);
end
