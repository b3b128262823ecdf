function r = lt (a, b)
r = binary ('LT', a, b);
end
