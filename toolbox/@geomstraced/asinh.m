function r = asinh (a)
x = abs (a);
r = sign (a) .* log1p (x + x .^ 2 ./ (1 + sqrt (1 + x .^ 2)));
end
