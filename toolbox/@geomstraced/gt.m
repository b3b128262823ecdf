function r = gt (a, b)
r = compared ('LT', b, a);
end
