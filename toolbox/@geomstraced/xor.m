function r = xor (a, b)
r = ne (a ~= 0, b ~= 0);
end
