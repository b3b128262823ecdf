function r = power (a, b)
r = binary ('POW', a, b);
end
