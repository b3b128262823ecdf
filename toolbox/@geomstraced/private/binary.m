function r = binary (op, a, b)
%BINARY  An operation on two values, of which one at least is recorded.

if isobject (a)
    r = a;
    a = a.id;
else
    r = b;
    a = plain (a);
end
if isobject (b)
    b = b.id;
else
    b = plain (b);
end
r.id = tape (op, a, b);

end
