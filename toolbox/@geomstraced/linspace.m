function r = linspace (a, b, n)
if nargin < 3
    n = 100;
end
k = 0:n - 1;
r = a + k * ((b - a) / (n - 1));
end
