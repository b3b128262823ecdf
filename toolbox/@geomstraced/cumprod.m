function r = cumprod (r, dim)
if nargin < 2
    dim = [];
end
r = running ('MUL', r, dim);
end
