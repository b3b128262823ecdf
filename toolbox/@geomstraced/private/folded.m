function r = folded (op, r, dim, empty)
%FOLDED  One operation along a dimension, from the first slice to the last; dim []: the first that is
%   not 1; empty: of no elements.

dim = along (r.id, dim);
if isempty (r.id)
    shape = size (r.id);
    if isequal (shape, [0 0])
        shape = [1 0];
        dim = 2;
    end
    shape(dim) = 1;
    r.id = nodes (empty * builtin ('ones', shape));
    return
end
at = repmat ({':'}, 1, max (dim, ndims (r.id)));
at{dim} = 1;
id = r.id(at{:});
for k = 2:size (r.id, dim)
    at{dim} = k;
    id = tape (op, id, r.id(at{:}));
end
r.id = id;

end
