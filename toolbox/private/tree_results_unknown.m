function bodies = tree_results_unknown (sol, sys)
%TREE_RESULTS_UNKNOWN  Bodies whose accelerations no balance of forces tells: 1 x n, true or false.
%   They hang on a velocity without mass (sol.info.massless), and own no mass themselves, or, where
%   joints turn, no inertia. Of all others A y = 0 leaves no acceleration y open.

tree = sys.tree;
words = tree_words ();
joint = tree.bodies(2, :) + 1;
[~, nv] = tree_sizes (tree);
last = cumsum (nv);
n = numel (joint);
open = false (1, n);
turns = false (1, n);
for number = sol.info.massless(:)'
    open(find (last >= number, 1)) = true;
end
for i = 1:n
    parent = tree.bodies(1, i);
    turns(i) = ~any (strcmp (words.joints{joint(i)}, {'prismatic', 'fixed'}));
    if parent > 0
        open(i) = open(i) || open(parent);
        turns(i) = turns(i) || turns(parent);
    end
end
I = tree.bodies(23:28, :);
bodies = open;
for i = reshape (find (open & tree.bodies(19, :) > 0), 1, [])
    full = [I(1, i), I(4, i), I(5, i); I(4, i), I(2, i), I(6, i); I(5, i), I(6, i), I(3, i)];
    if tree.planar
        full = I(3, i);
    end
    bodies(i) = turns(i) && rank (full) < size (full, 1);
end

end
