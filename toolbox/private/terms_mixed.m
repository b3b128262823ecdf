function mixed = terms_mixed (terms, force, v, without)
%TERMS_MIXED  The equations of first and second order where M is singular: see GEOMSTERMS.
%   force    f as a function of v;   without    nv x 1, true for velocities without inertia, or
%   [] : the last ones of a QR decomposition of M with column pivoting.
%   With M = [A, A T; (A T)', T'A T], A regular, M Q = 0 for Q = [-T; 1]: (25), (28b) of the paper
%       A (v2' + T v1') = f2 - C2'lambda,   0 = Q'f   where C Q = 0
%   Of motions Q that constraints take part in, C Q W = 0 leaves Q W.

M = terms.M;
if isempty (without)
    without = dependent (M);
end
first = find (without(:))';
second = find (~without(:))';
T = M(second, second) \ M(second, first);
Q = zeros (size (M, 1), numel (first));
Q(first, :) = eye (numel (first));
Q(second, :) = -T;
CQ = terms.C * Q;
% those that constraints hold stand behind the others
held = any ([abs(CQ) > 1e-9 * (abs (terms.C) * abs (Q)); false(1, numel (first))], 1);
[held, order] = sort (held);
first = first(order);
T = T(:, order);
W = blkdiag (eye (sum (~held)), null (CQ(:, order(held))));
Q = Q(:, order) * W;

mixed = struct ('second', second, 'first', first(~held), 'held', first(held), ...
    'M', M(second, second), 'T', T, 'f', terms.f(second), 'Q', Q, 'directions', W, ...
    'gamma', Q' * terms.f, 'damping', zeros (size (Q')), 'rhs', zeros (size (Q, 2), 1), ...
    'regular', true);
if ~isempty (Q)
    mixed.damping = -derivative (@(w) Q' * force (w), v);
    mixed.rhs = mixed.gamma + mixed.damping * v;
    scale = max (abs (mixed.damping), [], 2);
    scale(scale == 0) = 1;
    mixed.regular = rank (bsxfun (@rdivide, mixed.damping * Q, scale), 1e-7) == size (Q, 2);
end

end

% true for columns of M that depend on the others
function without = dependent (M)
without = true (size (M, 1), 1);
size_of_it = sqrt (max (abs (diag (M)), 0));
size_of_it(size_of_it == 0) = 1;
[~, R, order] = qr (M ./ (size_of_it * size_of_it'), 0);
pivots = abs (diag (R));
without(order(pivots > 1e-11 * max ([pivots; 0]))) = false;
end

% df/dv, of quotients of four points
function D = derivative (force, v)
point = struct ('t', 0, 'x', v, 'size', ones (size (v)));
[~, point.size] = diff_direction (v, 0);
columns_of = @(t, x) each (force, x);
D = diff_derivative (columns_of, point, zeros (1, numel (v)), eye (numel (v)));
end

function y = each (force, x)
y = [];
for k = 1:size (x, 2)
    y(:, k) = force (x(:, k)); %#ok<AGROW>
end
end
