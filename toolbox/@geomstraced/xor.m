function r = xor (a, b)
r = binary ('NE', a ~= 0, b ~= 0);
end
