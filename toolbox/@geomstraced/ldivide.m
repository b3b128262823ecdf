function r = ldivide (a, b)
r = binary ('DIV', b, a);
end
