function [q, noise] = diff_derivative (fcn, point, tdot, xdot)
%DIFF_DERIVATIVE  Derivatives of fcn (t, x) in several directions, and how uncertain they are.
%   fcn      of k points, m x k;   tdot   1 x d;   xdot   n x d;   q, noise   m x d
%   Quotients of four points with two step sizes, which move no component of x by more than a
%   fraction of its size; of each entry the one that is least uncertain. See DIFF_QUOTIENT.

d = size (xdot, 2);
most = max (1, floor (1e5 / max (1, size (xdot, 1))));
if d > most    % the points of some directions at a time, 6.4 MB
    q = cell (1, ceil (d / most));
    noise = q;
    for i = 1:numel (q)
        at = (i - 1) * most + 1:min (i * most, d);
        [q{i}, noise{i}] = diff_derivative (fcn, point, tdot(at), xdot(:, at));
    end
    q = [q{:}];
    noise = [noise{:}];
    return
end
fractions = [3e-3, 1e-4];
room = zeros (1, d);
for i = 1:d
    moving = xdot(:, i) ~= 0;
    room(i) = min ([point.size(moving) ./ abs(xdot(moving, i)); 1]);
end

% their points in one call: the directions, at each of the four places, with each step size
which = repmat (1:d, 1, 8);
step = kron (kron (fractions, [1, -1, 2, -2]), ones (1, d)) .* room(which);
y = fcn (point.t + tdot(which) .* step, point.x * ones (1, 8 * d) ...
    + bsxfun (@times, xdot(:, which), step));

y = reshape (y, [], d, 4, 2);
[q, noise] = quotients (y(:, :, :, 1), fractions(1) * room);
[other, less] = quotients (y(:, :, :, 2), fractions(2) * room);
better = ~(noise <= less);
q(better) = other(better);
noise(better) = less(better);

end

% one for each row and direction
function [q, noise] = quotients (y, s)
[m, d, ~] = size (y);
s = s(ones (m, 1), :);
[q, noise] = diff_quotient (reshape (y, m * d, 4), s(:));
q = reshape (q, m, d);
noise = reshape (noise, m, d);
end
