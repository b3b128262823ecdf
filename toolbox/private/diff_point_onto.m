function x = diff_point_onto (sys, fcn, point, places)
%DIFF_POINT_ONTO  The nearest s and p with fcn (t, x) = 0, by the method of Gauss and Newton.
%   diff_point_onto (sys, fcn, point, places) moves these rows of x instead. The Jacobian
%   comes from differences. NaN where there is no such state nearby.

if nargin < 4
    places = [sys.index.s, sys.index.p];
end
x = point.x;
n = numel (places);
delta = 1e-7 * point.size(places);
for iteration = 1:30
    X = x(:, ones (1, n + 1));
    X(places, 2:end) = X(places, 2:end) + diag (delta);
    y = fcn (point.t(ones (1, n + 1)), X);
    if ~all (isfinite (y(:))) || ~isreal (y)
        break
    end
    J = bsxfun (@rdivide, y(:, 2:end) - y(:, ones (1, n)), delta');
    limit = 1e-11 * (1 + abs (J) * abs (x(places)));
    if all (abs (y(:, 1)) <= limit)
        return
    end
    scaled = bsxfun (@times, J, point.size(places)');
    x(places) = x(places) - point.size(places) .* (pinv (scaled, 1e-6 * norm (scaled)) * y(:, 1));
end
x(:) = NaN;

end
