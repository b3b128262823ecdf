function r = det (r)
known = tape_values (r.id);
if all (known(:)) || size (r.id, 1) > 8
    r.id = nodes (of_constants ('det', {r}));
else
    r.id = determinant (r.id);
end
end

% along the first column
function d = determinant (A)
n = size (A, 1);
if n ~= size (A, 2)
    error ('Octave:nonconformant-args', 'det: the matrix is not square');
elseif n == 1
    d = A;
    return
end
d = int32 (0);
for i = 1:n
    part = tape ('MUL', A(i, 1), determinant (A([1:i - 1, i + 1:n], 2:n)));
    if mod (i, 2) == 1
        d = tape ('ADD', d, part);
    else
        d = tape ('SUB', d, part);
    end
end
end
