function [q, noise] = diff_quotient (values, s)
%DIFF_QUOTIENT  Derivative from four values, and how far two difference quotients differ.
%   values has the columns f (s), f (-s), f (2s), f (-2s); q is f'(0) up to terms of s^4.
%   s may differ from row to row.

small = (values(:, 1) - values(:, 2)) ./ (2 * s);
large = (values(:, 3) - values(:, 4)) ./ (4 * s);
q = (4 * small - large) / 3;
rounding = eps * max (abs (values), [], 2) ./ s;
noise = abs (small - large) + 10 * rounding;

end
