function r = kron (a, b)
[m, n] = size (a);
[k, l] = size (b);
row = 0:m * k - 1;
column = 0:n * l - 1;
r = a;
if ~isobject (a)
    r = b;
end
a = plain (a);
b = plain (b);
r.id = tape ('MUL', a(floor (row / k) + 1, floor (column / l) + 1), ...
    b(mod (row, k) + 1, mod (column, l) + 1));
end
