function r = le (a, b)
r = binary ('LE', a, b);
end
