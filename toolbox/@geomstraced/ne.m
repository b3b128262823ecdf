function r = ne (a, b)
r = compared ('NE', a, b);
end
