function r = le (a, b)
r = compared ('LE', a, b);
end
