function r = mldivide (a, b)
if numel (a) == 1
    r = b ./ a;
    return
elseif ~isobject (a)
    if size (a, 1) == size (a, 2)
        r = inv (a) * b; %#ok<MINV>
    else
        r = pinv (a) * b;
    end
    return
end
A = a.id;
X = nodes (b);
r = a;
[known, values] = tape_values (A);
if all (known(:))
    [known, right] = tape_values (X);
    if all (known(:))
        r.id = nodes (values \ right);
    else
        r.id = X;
        r = values \ r;
    end
    return
end
n = size (A, 1);
if n ~= size (A, 2) || n ~= size (X, 1) || n > 24
    r = of_constants ('mldivide', {a, b});
    return
end
if (n == 2 || n == 3) && any (A(tril (true (n), -1))) && any (A(triu (true (n), 1)))
    r.id = by_cofactors (A, X);
else
    r.id = eliminated (A, X);
end
end

% none of the entries needs to be other than 0 all the time, as pivots must: rotations have no such entry
function X = by_cofactors (A, X)
n = size (A, 1);
if n == 2
    C = [A(2, 2), tape('NEG', A(1, 2)); tape('NEG', A(2, 1)), A(1, 1)];
else
    one = [2 3 1];
    two = [3 1 2];
    C = tape ('SUB', tape ('MUL', A(one, one), A(two, two)), tape ('MUL', A(one, two), A(two, one)))';
end
d = tape_call ('tapetimes', C(1, :), A(:, 1));
if d == 0
    refuse ('''\'' of a matrix that has no inverse');
end
X = tape ('DIV', tape_call ('tapetimes', C, X), d);
end

% pivots are the first entries that are not 0 for all unknowns: others must not become 0
function X = eliminated (A, X)
n = size (A, 1);
for k = 1:n
    row = find (A(k:n, k) ~= 0, 1) + k - 1;
    if isempty (row)
        refuse ('''\'' of a matrix that has no inverse');
    end
    A([k, row], :) = A([row, k], :);
    X([k, row], :) = X([row, k], :);
    for i = k + find (A(k + 1:n, k)' ~= 0)
        factor = tape ('DIV', A(i, k), A(k, k));
        A(i, k + 1:n) = tape ('SUB', A(i, k + 1:n), tape ('MUL', factor, A(k, k + 1:n)));
        X(i, :) = tape ('SUB', X(i, :), tape ('MUL', factor, X(k, :)));
    end
end
for k = n:-1:1
    for i = k + find (A(k, k + 1:n) ~= 0)
        X(k, :) = tape ('SUB', X(k, :), tape ('MUL', A(k, i), X(i, :)));
    end
    X(k, :) = tape ('DIV', X(k, :), A(k, k));
end
end
