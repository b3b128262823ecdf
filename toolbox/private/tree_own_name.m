function name = tree_own_name (tree, field, given, stem, what)
%TREE_OWN_NAME  The name of a loop or force, in the list tree.(field): the given one, or the stem
%   with a number that is free. No body has it: results find joints by the names of bodies, too.

list = tree.(field);
if isfield (given, 'name')
    name = tree_new_names (list, given.name, what);
    name = name{1};
    ties = {'loops', 'couplings'};
    if any (strcmp (field, ties)) && tied (tree, ties, name)
        error ('geoms:tree:twice', 'There is a joint ''%s'' already: give each its own name.', name);
    end
    if tree_list_find (tree.bodies, name) > 0
        error ('geoms:tree:twice', ['There is a body ''%s'' already, which stands for its ', ...
            'joint, too: give the %s another name.'], name, what);
    end
    return
end
number = tree_list_count (list) + 1;
name = sprintf ('%s%d', stem, number);
while tree_list_find (list, name) > 0 || tree_list_find (tree.bodies, name) > 0
    number = number + 1;
    name = sprintf ('%s%d', stem, number);
end

end

% results find both by their names
function yes = tied (tree, ties, name)
yes = tree_list_find (tree.(ties{1}), name) > 0 || tree_list_find (tree.(ties{2}), name) > 0;
end
