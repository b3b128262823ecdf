function list = tree_list_add (list, names, table, more)
%TREE_LIST_ADD  Adds named things to a list: bodies, markers, loops, forces of a tree.
%   names 1 x k cell; table m x k; more 1 x k cell of what is no number of the table.
%   A list is a struct array of parts, each at least as long as all behind it together: adding one
%   thing after the other copies each of them as often as the length can be halved.

part = struct ('names', {names}, 'key', tree_key (names), 'table', table, 'more', {more});
while ~isempty (list) && numel (list(end).key) <= numel (part.key)
    last = list(end);
    list(end) = [];
    part.names = [last.names, part.names];
    part.key = [last.key, part.key];
    part.table = [last.table, part.table];
    part.more = [last.more, part.more];
end
list(end + 1) = part;

end
