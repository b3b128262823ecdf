function B = tree_own_blocks (t, x, motion, own, blocks, above)
%TREE_OWN_BLOCKS  What a user adds to a tree, at k points, one column each.
%   [f; g; G; gI; gII - G Z v'; h; H; hI - H Z v'; b; d; c; e; wrenches]
%   motion   18 x bodies that laws push: R, x, x', w, see TREE_LAW;   own: see TREE_OWN;   blocks: of own.system,
%   which begin with `above` rows of Z, that the core has

B = blocks (t, x(own.rows, :));
B = B(above + 1:end, :);
p = x(own.rows(own.system.index.p), :);
v = x(own.rows(own.system.index.v), :);
motion = reshape (motion, 18, [], numel (t));
first = 0;
for law = own.laws
    count = numel (law.bodies);
    B = [B; tree_law(law, t, p, v, motion(:, first + (1:count), :), own)]; %#ok<AGROW>
    first = first + count;
end

end

