function r = ge (a, b)
r = binary ('LE', b, a);
end
