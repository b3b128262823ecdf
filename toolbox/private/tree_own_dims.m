function dims = tree_own_dims (tree, own)
%TREE_OWN_DIMS  Sizes of a tree with what is added to it.

dims = tree;
for name = {'nl', 'nm', 'nr', 'nw', 'ns', 'ni', 'nc'}
    dims.(name{1}) = tree.(name{1}) + own.(name{1});
end

end
