function yes = tree_moves (f)
%TREE_MOVES  Whether a function of time of sys.tree is that of a joint or coupling: it has rows h', h''.

yes = any (mod (f.rows, 3) == 2);

end
