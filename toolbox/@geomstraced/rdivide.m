function r = rdivide (a, b)
r = binary ('DIV', a, b);
end
