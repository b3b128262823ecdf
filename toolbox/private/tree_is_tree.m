function yes = tree_is_tree (tree)
%TREE_IS_TREE  Whether something says that it is a tree of geomstree.

yes = isstruct (tree) && numel (tree) == 1 && isfield (tree, 'type') ...
    && ischar (tree.type) && strcmp (tree.type, 'geomstree');

end
