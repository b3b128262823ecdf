function count = tree_list_count (list)
%TREE_LIST_COUNT  How many things a list has, see TREE_LIST_ADD.

count = 0;
for i = 1:numel (list)
    count = count + numel (list(i).key);
end

end
