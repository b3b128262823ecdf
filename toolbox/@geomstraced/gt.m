function r = gt (a, b)
r = binary ('LT', b, a);
end
