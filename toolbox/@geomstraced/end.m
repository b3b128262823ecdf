function n = end (r, k, count)
s = size (r.id);
s(end + 1:k) = 1;
if k < count
    n = s(k);
else
    n = prod (s(k:end));
end
end
