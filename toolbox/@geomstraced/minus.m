function r = minus (a, b)
r = binary ('SUB', a, b);
end
