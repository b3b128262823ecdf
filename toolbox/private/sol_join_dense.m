function both = sol_join_dense (old, steps, new)
%SOL_JOIN_DENSE  Dense output of two runs, sol.idata.dense: some steps of old, all of new.
%   A step is  x_end + s (p_1 + (s - c_1) (p_2 + (s - c_2) (p_3 + ...)))  with -1 <= s <= 0 and the
%   nodes c of its method. After another method the polynomials of lower degree get the nodes of the
%   others.

old.t = old.t(:, steps);
old.x = old.x(:, :, steps);
if numel (old.node) > numel (new.node)
    new = with_nodes (new, old.node);
elseif ~isequal (old.node, new.node)
    old = with_nodes (old, new.node);
end
both = struct ('t', [old.t, new.t], 'x', cat (3, old.x, new.x), 'node', new.node);

end

% the same polynomials: the values at the new nodes say what p is
function dense = with_nodes (dense, node)
change = terms (node, node) \ terms (dense.node, node);
x = zeros (size (dense.x, 1), 1 + numel (node), size (dense.x, 3));
x(:, 1, :) = dense.x(:, 1, :);
for k = 1:numel (node)
    for j = 1:numel (dense.node)
        x(:, 1 + k, :) = x(:, 1 + k, :) + change(k, j) * dense.x(:, 1 + j, :);
    end
end
dense.x = x;
dense.node = node;
end

% what p_1, p_2, ... are multiplied by at the points s, one row for each
function A = terms (node, s)
A = zeros (numel (s), numel (node));
A(:, 1) = s(:);
for k = 2:numel (node)
    A(:, k) = A(:, k - 1) .* (s(:) - node(k - 1));
end
end
