function [place, own_axes] = tree_point (tree, point, where)
%TREE_POINT  A point of a body as 16 numbers: body, place, axes by columns, axis (0: z).
%   point      'body', 'body.marker', {'body', [x y z]}; 'ground' is a body
%   own_axes   whether it is a marker that has its own axes

at = zeros (3, 1);
R = eye (3);
own_axes = false;
if iscell (point) && numel (point) == 2
    number = tree_body_number (tree, point{1}, where);
    at = tree_vector (point{2}, tree.planar, sprintf ('the point on ''%s''', point{1}), where);
elseif ischar (point) && any (point == '.')
    [found, part, k] = tree_list_find (tree.markers, point);
    if found == 0 && isempty (tree.markers)
        error ('geoms:tree:unknown', ['%s: there is no marker ''%s'', nor any other: tree = ', ...
            'geomsaddmarker (tree, ''%s'', ...) makes it.'], where, point, point);
    elseif found == 0
        error ('geoms:tree:unknown', '%s: there is no marker ''%s''. %s', where, point, ...
            check_nearest (point, [tree.markers.names]));
    end
    number = part.table(1, k);
    at = part.table(2:4, k);
    R = reshape (part.table(5:13, k), 3, 3);
    own_axes = part.table(14, k) ~= 0;
elseif ischar (point)
    number = tree_body_number (tree, point, where);
else
    error ('geoms:tree:point', ['%s: a point is ''body'', ''body.marker'' or {''body'', [x y ', ...
        'z]}, not %s.'], where, check_described (point));
end
place = [number; at; R(:); zeros(3, 1)];

end
