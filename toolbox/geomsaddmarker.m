function tree = geomsaddmarker (tree, name, at, varargin)
%GEOMSADDMARKER  Gives a point of a body a name.
%   TREE = GEOMSADDMARKER (TREE, 'body.name', [X Y Z]) is a point in the frame of the body; the body
%   may be 'ground'. 'body.name' can then stand wherever a point is wanted. In a planar tree [X Y].
%   TREE = GEOMSADDMARKER (TREE, 'body.name', [X Y Z], TURN) gives it axes of its own, the columns
%   of the rotation TURN in the frame of the body, or [RX RY RZ], angles about the body's x, y, z,
%   one after the other; in a planar tree one angle. An 'axis' at such a point is one in its axes.
%
%   Example: a spring between two markers
%       tree = geomsaddbody (geomstree (), 'arm', 'axis', 'y', 'mass', 1, 'com', [0.5 0 0], ...
%           'inertia', [0 1 1] / 12);
%       tree = geomsaddmarker (tree, 'arm.tip', [1 0 0]);
%       tree = geomsaddmarker (tree, 'ground.hook', [1 0 1]);
%       tree = geomsaddforce (tree, 'spring', 'arm.tip', 'ground.hook', 'stiffness', 100);
%
%   See also GEOMSTREE, GEOMSADDFORCE, GEOMSADDJOINT.

if nargin < 3 || nargin > 4
    error ('geoms:arguments:number', ['geomsaddmarker needs a tree, a name and a point, and ', ...
        'takes a rotation.']);
end
tree_check (tree, nargout, 'geomsaddmarker');
try
    tree = added (tree, name, at, varargin);
catch e
    tree_blame (tree, e);
end

end

function tree = added (tree, name, at, turn)
dot = [];
if ischar (name) && size (name, 1) == 1
    dot = find (name == '.');
end
if numel (dot) ~= 1 || any (dot == [1, numel(name)])
    error ('geoms:tree:name', 'The name of a marker is ''body.name'', not %s.', ...
        check_described (name));
end
where = sprintf ('Marker ''%s''', name);
body = tree_body_number (tree, name(1:dot - 1), where);
if tree_list_find (tree.markers, name) > 0
    error ('geoms:tree:twice', 'There is a marker ''%s'' already: give each its own name.', name);
end
R = eye (3);
if ~isempty (turn)
    R = tree_turn (turn{1}, tree.planar, 'the turn', where);
end
place = tree_vector (at, tree.planar, 'the point', where);
tree.markers = tree_list_add (tree.markers, {name}, [body; place; R(:); ~isempty(turn)], {[]});

end

%!test
%! tree = geomsaddmarker (geomstree (), 'ground.hook', [1 2 3]);
%! assert (tree.markers.table(2:4), [1; 2; 3]);
%!error <tree = geomsaddmarker> geomsaddmarker (geomstree (), 'ground.hook', [1 2 3])
