function [x, y] = meshgrid (a, b)
if nargin < 2
    b = a;
end
x = repmat (reshape (a, 1, []), numel (b), 1);
y = repmat (reshape (b, [], 1), 1, numel (a));
end
