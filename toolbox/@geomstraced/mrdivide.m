function r = mrdivide (a, b)
if numel (b) == 1
    r = a ./ b;
else
    r = transpose (mldivide (transpose (b), transpose (a)));
end
end
