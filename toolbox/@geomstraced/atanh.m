function r = atanh (a)
r = log1p (2 * a ./ (1 - a)) / 2;
end
