function names = tree_new_names (list, names, what)
%TREE_NEW_NAMES  Names for things of a list, that it does not have, as a row; what: for messages.

if ~iscell (names)
    names = {names};
end
names = reshape (names, 1, []);
if isempty (names)
    error ('geoms:tree:name', 'An empty cell names no %s: give one name, or several in a cell.', what);
end
for i = 1:numel (names)
    name = names{i};
    if ~ischar (name) || isempty (name) || size (name, 1) ~= 1 || strcmp (name, 'ground') ...
            || any (name == '.' | name == '(' | name == ')' | name == '''')
        error ('geoms:tree:name', ['The name of a %s must be a text without . ( ) and ', ...
            'quotes, and not ''ground'': it is %s.'], what, check_described (name));
    end
end
if numel (names) == 1
    old = names(tree_list_find (list, names{1}) > 0);
else
    [sorted, first] = unique (names);
    again = setdiff (1:numel (names), first);
    old = [names(again), intersect(sorted, [list.names])];
end
if ~isempty (old)
    error ('geoms:tree:twice', 'There is a %s ''%s'' already: give each its own name.', what, ...
        old{1});
end

end
