function e = tree_unit (e, where)
%TREE_UNIT  A quaternion of length 1, from one that has it within 1e-6, or an error.

size_of_it = norm (e);
if ~(abs (size_of_it - 1) <= 1e-6)
    error ('geoms:tree:unit', ['%s: the quaternion %s has the length %.9g; it must be 1 ', ...
        '(within 1e-6). No rotation is [1 0 0 0].'], where, check_described (e'), size_of_it);
end
if abs (size_of_it - 1) > 1e-14
    e = e / size_of_it;
end

end
