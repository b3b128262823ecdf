function r = times (a, b)
r = binary ('MUL', a, b);
end
