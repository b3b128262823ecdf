function r = mpower (a, b)
if numel (a) == 1 && numel (b) == 1
    r = a .^ b;
    return
elseif isobject (b)
    b = numbers (b.id, 'the exponent of a matrix');
end
if b ~= round (b)
    refuse ('a power of a matrix whose exponent is no whole number');
end
if b < 0
    a = inv (a);
end
r = eye (size (a, 1));
for i = 1:abs (b)
    r = r * a;
end
end
