function r = trace (r)
r.id = diag (r.id);
r = folded ('ADD', r, 1, 0);
end
