function fcn = tree_motion (given, count, where)
%TREE_MOTION  The motion of a driven joint as TREE_FUNCTION makes it: a constant becomes a table.
%   Of a handle, [h; h'; h''], the derivatives are compared with differences at some times.

[value, fcn] = tree_function (given, count, true, '''motion''', where);
if isempty (fcn)
    fcn = struct ('t', [0 1], 'values', [value, value]);
elseif ~isstruct (fcn)
    tree_derivatives (fcn, count, [where, ': ''motion''']);
end

end
