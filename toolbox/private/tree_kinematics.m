function Z = tree_kinematics (table, p)
%TREE_KINEMATICS  Z in p' = Z v of a tree at k positions, np x nv x k: ones, and E / 2 of quaternions.

[nq, nv] = tree_sizes (table);
k = size (p, 2);
Z = zeros (sum (nq), sum (nv), k);
row = 0;
column = 0;
for i = 1:numel (nq)
    turns = nq(i) > nv(i);
    for j = 1:nq(i) - 4 * turns
        Z(row + j, column + j, :) = 1;
    end
    if turns
        at = row + nq(i) - 4;
        Z(at + (1:4), column + nv(i) - 3 + (1:3), :) = halved (p(at + (1:4), :), k);
    end
    row = row + nq(i);
    column = column + nv(i);
end

end

% e' = e o (0, omega) / 2
function E = halved (e, k)
a = reshape (e(1, :), 1, 1, k) / 2;
x = reshape (e(2, :), 1, 1, k) / 2;
y = reshape (e(3, :), 1, 1, k) / 2;
z = reshape (e(4, :), 1, 1, k) / 2;
E = [-x, -y, -z; a, -z, y; z, a, -x; -y, x, a];
end
