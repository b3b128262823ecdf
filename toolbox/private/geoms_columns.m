function y = geoms_columns (fcn, t, x, expected, name)
%GEOMS_COLUMNS  A function of one point, for k points: rows x columns x k, or rows x k.

k = numel (t);
y = zeros ([expected, k]);
for j = 1:k
    yj = fcn (t(j), x(:, j));
    if size (yj, 1) ~= expected(1) || size (yj, 2) ~= expected(2) || ~isa (yj, 'double')
        geoms_needsize (name, yj, expected, 'geoms:callback:size');
    end
    y(:, :, j) = yj;
end
y = reshape (y, expected(1), []);

end
