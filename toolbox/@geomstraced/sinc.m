function r = sinc (a)
r = merge (a == 0, 1, sin (pi * a) ./ (pi * a));
end
