function r = mldivide (a, b)
if numel (a) == 1
    r = b ./ a;
    return
elseif ~isobject (a)
    r = inv (a) * b; %#ok<MINV>
    return
end
r = a;
A = a.id;
if isobject (b)
    X = b.id;
else
    X = nodes (b);
end
n = size (A, 1);
if n ~= size (A, 2) || n ~= size (X, 1)
    refuse ('\\', 'sizes that do not fit, or no square matrix');
elseif n > 12
    refuse ('\\', 'more than 12 equations');
end
% without pivots, checked by values
for k = 1:n
    for i = k + 1:n
        factor = tape ('DIV', A(i, k), A(k, k));
        A(i, :) = tape ('SUB', A(i, :), tape ('MUL', factor, A(k, :)));
        X(i, :) = tape ('SUB', X(i, :), tape ('MUL', factor, X(k, :)));
    end
end
for k = n:-1:1
    for i = k + 1:n
        X(k, :) = tape ('SUB', X(k, :), tape ('MUL', A(k, i), X(i, :)));
    end
    X(k, :) = tape ('DIV', X(k, :), A(k, k));
end
r.id = X;
end
