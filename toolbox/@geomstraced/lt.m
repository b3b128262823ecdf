function r = lt (a, b)
r = compared ('LT', a, b);
end
