function list = tree_list_empty ()
%TREE_LIST_EMPTY  A list of named things without any, see TREE_LIST_ADD.

list = struct ('names', {}, 'key', {}, 'table', {}, 'more', {});

end
