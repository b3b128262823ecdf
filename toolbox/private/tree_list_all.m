function all = tree_list_all (list, count)
%TREE_LIST_ALL  A list as one part, with a table of so many rows, see TREE_LIST_ADD.

all = struct ('names', {cell(1, 0)}, 'table', zeros (count, 0), 'more', {cell(1, 0)});
if ~isempty (list)
    all = struct ('names', {[list.names]}, 'table', [list.table], 'more', {[list.more]});
end

end
