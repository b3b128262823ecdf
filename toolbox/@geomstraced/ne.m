function r = ne (a, b)
r = binary ('NE', a, b);
end
