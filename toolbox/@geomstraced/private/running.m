function r = running (op, r, dim)
%RUNNING  Partial results along a dimension: cumsum, cumprod.

dim = along (r.id, dim);
at = repmat ({':'}, 1, max (dim, ndims (r.id)));
for k = 2:size (r.id, dim)
    before = at;
    before{dim} = k - 1;
    at{dim} = k;
    r.id(at{:}) = tape (op, r.id(before{:}), r.id(at{:}));
end

end
