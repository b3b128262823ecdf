function c = num2cell (r)
c = cell (size (r.id));
for i = 1:numel (c)
    one = r;
    one.id = r.id(i);
    c{i} = one;
end
end
