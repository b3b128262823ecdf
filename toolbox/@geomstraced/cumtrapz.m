function r = cumtrapz (x, y)
if nargin == 1
    y = x;
    x = reshape (1:numel (y), size (y));
end
if numel (x) ~= numel (y) || min (size (y)) ~= 1
    refuse ('''cumtrapz'' of a matrix');
end
dim = 1 + (size (y, 1) == 1);
pick = @(a, list) subsref (a, struct ('type', '()', 'subs', {{list}}));
n = numel (y);
parts = diff (x) .* (pick (y, 2:n) + pick (y, 1:n - 1));
r = cat (dim, 0, cumsum (parts) / 2);
end
