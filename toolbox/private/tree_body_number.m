function number = tree_body_number (tree, name, where)
%TREE_BODY_NUMBER  Number of a body, 0 for the ground, or an error that proposes the nearest name.

if ischar (name) && strcmp (name, 'ground')
    number = 0;
    return
end
if ~ischar (name) || size (name, 1) ~= 1
    error ('geoms:tree:point', '%s: the name of a body must be a text, not %s.', where, ...
        check_described (name));
end
number = tree_list_find (tree.bodies, name);
if number == 0
    error ('geoms:tree:unknown', '%s: there is no body ''%s''. %s', where, name, ...
        check_nearest (name, [{'ground'}, tree.bodies.names]));
end

end
