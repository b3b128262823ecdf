function r = mtimes (a, b)
if numel (a) == 1 || numel (b) == 1
    r = binary ('MUL', a, b);
    return
end
r = a;
if ~isobject (a)
    r = b;
end
r.id = tape_call ('tapetimes', plain (a), plain (b));
end
