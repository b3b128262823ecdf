function [x, y] = ndgrid (a, b)
if nargin < 2
    b = a;
end
[y, x] = meshgrid (b, a);
end
