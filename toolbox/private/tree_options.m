function given = tree_options (pairs, known, where)
%TREE_OPTIONS  Names and values as a struct; `known` are the names, `where` a text for messages.

given = struct ();
seen = false (size (known));
count = numel (pairs);
for i = 1:2:count
    name = pairs{i};
    if ~ischar (name) || size (name, 1) ~= 1 || i == count
        error ('geoms:tree:pairs', ['%s: names and values must alternate; %s stands without a ', ...
            'partner.'], where, check_described (name));
    end
    at = find (strcmpi (name, known));
    if isempty (at)
        error ('geoms:tree:option', '%s has no option ''%s''. %s', where, name, ...
            check_nearest (name, known));
    end
    if seen(at)
        error ('geoms:tree:twice', '%s: ''%s'' is given twice.', where, known{at});
    end
    seen(at) = true;
    given.(known{at}) = pairs{i + 1};
end

end
