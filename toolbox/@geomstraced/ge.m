function r = ge (a, b)
r = compared ('LE', b, a);
end
