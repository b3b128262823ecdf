function urdf_check_names (file, list, what)
%URDF_CHECK_NAMES  Raises an error if two links, or two joints, have one name.

names = {list.name};
[~, first, at] = unique (names, 'first');
again = find (first(at(:)) ~= reshape (1:numel (names), size (first(at(:)))), 1);
if ~isempty (again)
    urdf_fail (file, list(again).line, 'geoms:urdf:twice', ...
        'there is a %s ''%s'' already, in line %d: give each its own name.', what, names{again}, ...
        list(first(at(again))).line);
end

end
