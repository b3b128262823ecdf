function r = hypot (a, b)
r = binary ('HYPOT', a, b);
end
