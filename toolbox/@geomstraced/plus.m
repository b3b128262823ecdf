function r = plus (a, b)
r = binary ('ADD', a, b);
end
