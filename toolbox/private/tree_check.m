function tree_check (tree, outputs, name)
%TREE_CHECK  Raises an error unless tree comes from geomstree and the caller keeps what it returns.

if ~tree_is_tree (tree)
    error ('geoms:tree:tree', ['The first argument of %s must be what geomstree returns, not ', ...
        'a %s: tree = geomstree (); tree = %s (tree, ...).'], name, class (tree), name);
end
if outputs == 0
    error ('geoms:tree:output', ['%s changes nothing but what it returns: write ', ...
        'tree = %s (tree, ...).'], name, name);
end

end
