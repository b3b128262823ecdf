function [q, noise] = diff_along (fcn, point, tdot, xdot, longest)
%DIFF_ALONG  Derivative of fcn (t, x) in the direction (tdot, xdot), see DIFF_QUOTIENT.
%   point comes from DIFF_POINT: no component of x moves by more than a fraction of its size,
%   t by no more than `longest` tdot.

s = diff_step (point, xdot, longest);
at = s * [1, -1, 2, -2];
values = fcn (point.t + tdot * at, point.x(:, ones (1, 4)) + xdot * at);
[q, noise] = diff_quotient (values, s);

end
