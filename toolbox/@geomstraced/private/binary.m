function r = binary (op, a, b)
%BINARY  An operation on two values, of which one at least is recorded.

if isobject (a)
    r = a;
    a = a.id;
else
    r = b;
end
if isobject (b)
    b = b.id;
end
r.id = tape (op, a, b);

end
