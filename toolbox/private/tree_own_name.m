function name = tree_own_name (list, given, stem, what)
%TREE_OWN_NAME  The name of a loop or force: the given one, or the stem with a number that is free.

if isfield (given, 'name')
    name = tree_new_names (list, given.name, what);
    name = name{1};
    return
end
number = tree_list_count (list) + 1;
name = sprintf ('%s%d', stem, number);
while tree_list_find (list, name) > 0
    number = number + 1;
    name = sprintf ('%s%d', stem, number);
end

end
