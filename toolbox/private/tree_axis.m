function a = tree_axis (value, planar, where)
%TREE_AXIS  A direction as 3 x 1 of length 1: 'x', 'y', 'z' or a vector; in a planar tree it lies
%   in the plane.

letters = 'xyz';
letters = letters(1:3 - planar);
if ischar (value)
    a = double (letters' == value(1:min (end, 1)));
    if numel (value) ~= 1 || ~any (a)
        error ('geoms:tree:axis', ['%s: ''axis'' must be one of%s or a vector with %d ', ...
            'components, not ''%s''.'], where, sprintf (' ''%s''', letters), 3 - planar, value);
    end
    a = [a; zeros(planar, 1)];
else
    a = tree_vector (value, planar, '''axis''', where);
end
if norm (a) == 0
    error ('geoms:tree:axis', '%s: ''axis'' is zero; it must point somewhere.', where);
end
a = a / norm (a);

end
