function list = tree_list_add (list, names, table, more)
%TREE_LIST_ADD  Adds named things to a list: bodies, markers, loops, forces of a tree.
%   names 1 x k cell; table m x k; more 1 x k cell of what is no number of the table.
%   A list is a struct array of parts, each longer than the one behind it; short last ones grow
%   thing by thing. Adding one thing after the other copies each of them about as often as the
%   length can be halved.

short = 32;
part = struct ('names', {names}, 'key', tree_key (names), 'table', table, 'more', {more});
last = numel (list);
if last > 0 && numel (list(last).key) < short
    list(last) = joined (list(last), part);
else
    last = last + 1;
    list(last) = part;
end
while last > 1 && numel (list(last - 1).key) <= numel (list(last).key)
    list(last - 1) = joined (list(last - 1), list(last));
    list(last) = [];
    last = last - 1;
end

end

function a = joined (a, b)
a.names = [a.names, b.names];
a.key = [a.key, b.key];
a.table = [a.table, b.table];
a.more = [a.more, b.more];
end
